import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { dialogsByKind, type TargetDialog } from '../../ui/dialog/use-target.ts';
import { dataRequestDialogs, subjectOfVisitor } from './use-data-request.tsx';

const CheckOutDialog = lazyDialog(async () => (await import('./dialogs.tsx')).CheckOutDialog);
const HostReachedDialog = lazyDialog(async () => (await import('./dialogs.tsx')).HostReachedDialog);
const EditVisitorDialog = lazyDialog(async () => (await import('./dialogs.tsx')).EditVisitorDialog);
const DeleteVisitorDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DeleteVisitorDialog);

export interface VisitorAct {
  kind: 'checkOut' | 'reached' | 'edit' | 'delete' | 'dataRequest';
  visitor: Visitor;
}

interface VisitorDialogsProps extends TargetDialog<VisitorAct> {
  onCheckOut: (visitor: Visitor) => Promise<void>;
}

/** Rendered beside the table, so that a dialog survives its row. */
export function VisitorDialogs({ onCheckOut, ...dialog }: VisitorDialogsProps) {
  const of = dialogsByKind(dialog, ({ visitor }) => visitor);
  const dataRequest = of('dataRequest');
  return (
    <>
      <CheckOutDialog {...of('checkOut')} onCheckOut={onCheckOut} />
      <HostReachedDialog {...of('reached')} />
      <EditVisitorDialog {...of('edit')} />
      <DeleteVisitorDialog {...of('delete')} />
      <dataRequestDialogs.DataRequest
        {...dataRequest}
        target={dataRequest.target && subjectOfVisitor(dataRequest.target)}
      />
    </>
  );
}
