import { useRunning } from '../device/use-device.ts';
import classes from './Brand.module.css';
import { Picture } from './Picture.tsx';

export function Brand() {
  const { company } = useRunning().config;
  return (
    <div className={classes.brand}>
      {company.logo ? (
        <Picture className="on-paper" address={company.logo.storagePathThumbnail} alt={company.name} />
      ) : (
        <>
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" />
          <span>{company.name}</span>
        </>
      )}
    </div>
  );
}
