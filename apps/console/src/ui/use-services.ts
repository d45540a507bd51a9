import { useQuery } from '@tanstack/react-query';
import { getServices } from '@vestibule/contract/accounts/services.ts';
import { queryOf } from '@vestibule/web/query.ts';

/** Reads once: services change only with a restart of the program. */
export function useServices() {
  return useQuery({ ...queryOf(getServices), staleTime: 5 * 60_000 });
}

/** Empty while unknown. */
export function useMissingChannels(): readonly ('email' | 'sms')[] {
  const { data } = useServices();
  return data ? (['email', 'sms'] as const).filter((channel) => !data[channel]) : [];
}
