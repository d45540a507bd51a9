import type { GeneratedAlways } from 'kysely';
import type { Moment, SetMoment } from './moment.ts';

interface LicenceFolderTable {
  id: GeneratedAlways<number>;
  name: string;
  folded_name: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface LicenceTable {
  id: GeneratedAlways<number>;
  folder_id: number;
  key: string;
  description: string | null;
  mac: string | null;
  activation_date: Moment | null;
  search: GeneratedAlways<string>;
  created_at: SetMoment;
}

/** Licences of kiosks. */
export interface LicenceTables {
  licence_folder: LicenceFolderTable;
  licence: LicenceTable;
}
