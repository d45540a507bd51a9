interface NoticeProps {
  title: string;
  text?: string;
  button?: { label: string; onClick: () => void };
  isBusy?: boolean;
}

export function Notice({ title, text, button, isBusy = false }: NoticeProps) {
  return (
    <main class="notice" aria-busy={isBusy}>
      <h1>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {button && (
        <button class="main" onClick={button.onClick}>
          {button.label}
        </button>
      )}
    </main>
  );
}
