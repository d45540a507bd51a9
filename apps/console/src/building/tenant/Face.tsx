import type { Employee } from '@vestibule/contract/building/employee.ts';
import { initialsOf } from '@vestibule/web/initials.ts';
import classes from './Face.module.css';

/** The photo of an employee, small and round, or the initials. The name beside it says who it is. */
export function Face({ employee: { name, photo } }: { employee: Employee }) {
  if (photo) {
    return (
      <img className={classes.face} src={photo.storagePathThumbnail} alt="" width={32} height={32} loading="lazy" />
    );
  }
  return <span className={classes.face} data-initials={initialsOf(name).toUpperCase()} aria-hidden />;
}
