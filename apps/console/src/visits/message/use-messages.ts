import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listMessages,
  listVisitMessages,
  type Message,
  releaseMessage,
  retryMessage,
  retryMessages,
  retryVisitMessage,
} from '@vestibule/contract/visits/message.ts';
import type { MessageState } from '@vestibule/contract/platform/message-words.ts';
import { call } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { keyOf, pageOf, queryOf, reloading } from '@vestibule/web/query.ts';
import { useState } from 'react';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

/** Polled while a message is on its way. */
export function useMessages(companyId: number | undefined, query: PageQuery, messageState?: MessageState) {
  return useQuery({
    ...pageOf(listMessages, {
      query: { ...query, ...(companyId !== undefined && { companyId }), ...(messageState && { state: messageState }) },
    }),
    refetchInterval: ({ state }) => pauseBefore(state.data?.rows ?? []),
  });
}

export function useRetryMessage() {
  const client = useQueryClient();
  const [repeatable] = useState(() => createRepeat('messageIsNotFailed'));
  return useMutation({
    mutationFn: (messageId: number) => repeatable(messageId, () => call(retryMessage, { params: { messageId } })),
    ...reloading(() => client.invalidateQueries({ queryKey: keyOf(listMessages) })),
  });
}

export function useRetryMessages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => call(retryMessages, { body: { ids } }),
    ...reloading(() => client.invalidateQueries({ queryKey: keyOf(listMessages) })),
  });
}

export function useReleaseMessage() {
  const client = useQueryClient();
  const [repeatable] = useState(() => createRepeat('messageIsNotHeld'));
  return useMutation({
    mutationFn: (messageId: number) => repeatable(messageId, () => call(releaseMessage, { params: { messageId } })),
    ...reloading(() =>
      Promise.all([listMessages, listVisitMessages].map((list) => client.invalidateQueries({ queryKey: keyOf(list) }))),
    ),
  });
}

/** Null loads nothing. Live events reload the messages. */
export function useVisitMessages(visitId: number | null) {
  return useQuery({
    ...queryOf(listVisitMessages, { params: { visitId: visitId ?? 0 } }),
    enabled: visitId !== null,
    refetchInterval: ({ state }) => pauseBefore(state.data ?? []),
  });
}

export function useRetryVisitMessage(visitId: number | null) {
  const client = useQueryClient();
  const [repeatable] = useState(() => createRepeat('messageIsNotFailed'));
  return useMutation({
    mutationFn: (messageId: number) =>
      repeatable(messageId, () => call(retryVisitMessage, { params: { visitId: visitId ?? 0, messageId } })),
    ...reloading(() => client.invalidateQueries({ queryKey: keyOf(listVisitMessages) })),
  });
}

const soonMs = 15_000;

/** Returns ms: few while a message is about to change, false if none will. */
function pauseBefore(messages: readonly Pick<Message, 'state' | 'nextAttemptAt'>[]): number | false {
  const waiting = messages.filter(({ state }) => state === 'queued' || state === 'sending');
  if (waiting.length === 0) return false;
  const isSoon = waiting.some(
    ({ nextAttemptAt }) => nextAttemptAt === null || Date.parse(nextAttemptAt) < Date.now() + soonMs,
  );
  return isSoon ? 2_000 : soonMs;
}
