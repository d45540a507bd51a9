import { Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { prepared } from './prepared.tsx';

test('shows stored data at once, and a placeholder before that', async () => {
  const { Component, prepare } = prepared(async () => Promise.resolve(({ name }: { name: string }) => <p>{name}</p>));
  const screen = () =>
    renderToStaticMarkup(
      <Suspense fallback="One moment">
        <Component name="Phone" />
      </Suspense>,
    );
  expect(screen()).toContain('One moment');
  await prepare();
  expect(screen()).toBe('<p>Phone</p>');
});
