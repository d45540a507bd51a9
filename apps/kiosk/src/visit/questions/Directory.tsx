import type { Image } from '@vestibule/contract/platform/image.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { UsersRound } from '@vestibule/ui/icons.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { initialsOf } from '@vestibule/contract/platform/initials.ts';
import { useRef, useState } from 'react';
import { Picture } from '../../shell/Picture.tsx';
import { fill, useTexts } from '../../ui/texts.tsx';
import { typing } from '../../ui/typing.ts';
import classes from './Directory.module.css';
import { groupLetters } from './find-hosts.ts';

/** A person, who is round, or a company. */
export interface Entry {
  key: string;
  kind: 'person' | 'company';
  name: string;
  detail?: string;
  picture: Image | null;
  onChoose: () => void;
}

interface DirectoryProps {
  entries: readonly Entry[];
  search: string;
  onSearch: (search: string) => void;
  /** Pinned beside the search. */
  onNobody?: () => void;
}

/** From this many entries on, the strip of letters helps. */
const many = 12;

/** Entries by name, with a search and a strip of letters. */
export function Directory({ entries, search, onSearch, onNobody }: DirectoryProps) {
  const { tenant: texts, employee } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  const isSearching = search.trim() !== '';
  const [only] = entries;
  return (
    <div className={classes.directory}>
      <div className={classes.find}>
        <TextInput
          {...typing}
          label={texts.label}
          isLabelHidden
          placeholder={texts.label}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          enterKeyHint="search"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isSearching && entries.length === 1) only?.onChoose();
          }}
        />
        {onNobody && (
          <Button variant="secondary" icon={<UsersRound />} onClick={onNobody}>
            {employee.noOne}
          </Button>
        )}
      </div>
      <Nothing isFound={entries.length > 0} />
      <ul className={classes.list} ref={list}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <EntryButton {...entry} />
          </li>
        ))}
      </ul>
      {!isSearching && entries.length > many && (
        <Letters
          names={entries.map(({ name }) => name)}
          onGo={(place) => list.current?.children[place]?.scrollIntoView({ block: 'start' })}
        />
      )}
    </div>
  );
}

/** Says that nothing matches. The live region stays mounted: some screen readers skip one that appears with its text. */
export function Nothing({ isFound }: { isFound: boolean }) {
  const { tenant } = useTexts();
  return (
    <p role="status" className={isFound ? 'unseen' : undefined}>
      {!isFound && tenant.none}
    </p>
  );
}

function EntryButton({ kind, name, detail, picture, onChoose }: Entry) {
  const { tenant } = useTexts();
  return (
    <button type="button" className={classes.entry} data-kind={kind} onClick={onChoose}>
      {picture ? (
        <Picture
          className={`${classes.face} ${kind === 'company' ? 'on-paper' : ''}`}
          loading="lazy"
          address={picture.storagePathThumbnail}
          alt=""
        />
      ) : (
        <span className={classes.face} aria-hidden>
          {initialsOf(name)}
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        {detail !== undefined && <span className={classes.detail}>{fill(tenant.at, { tenant: detail })}</span>}
      </span>
    </button>
  );
}

/** As many groups of letters as there is room for. Each is large enough for a finger. */
function Letters({ names, onGo }: { names: readonly string[]; onGo: (place: number) => void }) {
  const { tenant } = useTexts();
  const [chosen, setChosen] = useState(0);
  const groups = groupLetters(names, matchMedia('(orientation: portrait)').matches ? 9 : 5);
  return (
    <nav className={classes.letters} aria-label={tenant.letters}>
      {groups.map(({ label, start }) => (
        <button
          key={start}
          type="button"
          aria-pressed={start === chosen}
          onClick={() => {
            setChosen(start);
            onGo(start);
          }}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
