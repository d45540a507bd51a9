import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Dialog } from '@vestibule/ui/Dialog.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { ChevronDown } from '@vestibule/ui/icons.tsx';
import { fold } from '@vestibule/web/fold.ts';
import { useState } from 'react';
import { useRunning } from '../../device/use-device.ts';
import { useBack } from '../../shell/use-back.ts';
import { useSpoken } from '../../ui/texts.tsx';
import { typing } from '../../ui/typing.ts';
import { Nothing } from './Directory.tsx';
import classes from './PhoneScreen.module.css';
import { type Country, listCountries } from './phone.ts';

interface CountryButtonProps {
  country: Country['code'];
  onChange: (country: Country['code']) => void;
}

export function CountryButton({ country, onChange }: CountryButtonProps) {
  const { texts, language } = useSpoken();
  const { config } = useRunning();
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const countries = listCountries(languagesOfInterface[language].tag, config.company.countryCode);
  const chosen = countries.find(({ code }) => code === country);
  const words = (each: Country) => `${each.name} +${each.callingCode}`;
  const found = countries.filter((each) => fold(words(each)).includes(fold(search.trim())));
  const close = () => {
    setIsOpen(false);
    setSearch('');
  };
  useBack(isOpen, close);
  const [first] = found;
  const choose = ({ code }: Country) => {
    onChange(code);
    close();
  };
  return (
    <>
      <Button
        variant="secondary"
        className={classes.country}
        icon={<ChevronDown />}
        onClick={() => setIsOpen(true)}
        aria-label={chosen && `${texts.phone.country}: ${words(chosen)}`}
      >
        {chosen && words(chosen)}
      </Button>
      {isOpen && (
        <Dialog isOpen isForm title={texts.phone.chooseCountry} onClose={close}>
          <TextInput
            {...typing}
            label={texts.search}
            isLabelHidden
            placeholder={texts.search}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            enterKeyHint="done"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && search !== '' && first) choose(first);
            }}
            data-autofocus
          />
          <Nothing isFound={found.length > 0} />
          <ul className={classes.countries}>
            {found.map((each) => (
              <li key={each.code}>
                <Button
                  variant={each.code === country ? 'primary' : 'flat'}
                  aria-pressed={each.code === country}
                  onClick={() => choose(each)}
                >
                  {words(each)}
                </Button>
              </li>
            ))}
          </ul>
          <Button variant="secondary" onClick={close}>
            {texts.close}
          </Button>
        </Dialog>
      )}
    </>
  );
}
