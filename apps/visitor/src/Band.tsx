import { contrastWithWhite } from '@vestibule/contract/platform/contrast.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Pass } from '@vestibule/contract/visits/pass.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { useEffect } from 'preact/hooks';
import './band.css';

interface BandProps {
  building: Pick<Pass['building'], 'name' | 'accentColor' | 'logo'>;
  /** The word "Language". */
  label: string;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** Swedish has two codes. */
const choices = Object.keys(languagesOfInterface)
  .filter(isLanguage)
  .filter((code) => code !== 'se');

export function isLanguage(key: string): key is Language {
  return key in languagesOfInterface;
}

/** The face of the building, and the languages of the page. White words need a contrast of 4.5:1, otherwise the band is violet. */
export function Band({ building: { name, accentColor, logo }, label, language, onLanguage }: BandProps) {
  const brand = accentColor !== null && contrastWithWhite(accentColor) >= 4.5 ? accentColor : null;
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    if (brand === null) return;
    style.setProperty('--brand', brand);
    dataset['brand'] = '';
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', brand);
  }, [brand]);
  return (
    <header class="band">
      {logo ? (
        <img class="plate" src={logo.storagePathThumbnail} alt={name} />
      ) : (
        <>
          <span class="plate" aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span>{name}</span>
        </>
      )}
      <label class="language">
        <span class="visually-hidden">{label}</span>
        <select
          value={language === 'se' ? 'sv' : language}
          onChange={({ currentTarget: { value } }) => {
            if (isLanguage(value)) onLanguage(value);
          }}
        >
          {choices.map((code) => (
            <option key={code} value={code} lang={languagesOfInterface[code].tag}>
              {languagesOfInterface[code].name}
            </option>
          ))}
        </select>
      </label>
    </header>
  );
}

/** `Skansen Brygge` as `SB`. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.slice(0, 1) ?? '')
    .join('')
    .toUpperCase();
}
