import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Employee } from '@vestibule/contract/building/employee.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { refuseChanged } from '../../platform/http/changed.ts';
import { found } from '../../platform/http/refusal.ts';
import { requireImage } from '../image/image.ts';
import { findEmployee, lockEmployee, setPhoto, toEmployee } from './employee.store.ts';

/**
 * Shows an image of the tenant or of its company as an employee's photo, or none. An employee that a directory brought has one, too.
 * @throws {Refusal} `notFound`; `validation` for an image of another type; `changedMeanwhile`
 */
export function changeEmployeePhoto(
  db: Db,
  actor: Actor,
  employeeId: number,
  { photoId, previous }: { photoId: number | null; previous?: number | null | undefined },
): Promise<Employee> {
  return transaction(db, async (db) => {
    await lockEmployee(db, actor, employeeId);
    const employee = found(await findEmployee(db, actor, employeeId));
    const { company_id: companyId, tenant_id: tenantId } = employee;
    refuseChanged(employee.photo_id, previous, photoId);
    if (photoId !== null) {
      await requireImage(db, actor, photoId, { companyId, tenantId, type: 'photo', field: 'photoId' });
    }
    await setPhoto(db, employeeId, photoId);
    await audit(db, actor, {
      action: 'employee.photoChanged',
      companyId,
      subject: 'employee',
      subjectId: employeeId,
    });
    return toEmployee(found(await findEmployee(db, actor, employeeId)));
  });
}
