import { useQuery } from '@tanstack/react-query';
import { getServices } from '@vestibule/contract/accounts/services.ts';
import { queryOf } from '@vestibule/web/query.ts';

/** The services that the operator has set up. They change only with a restart of the program. */
export function useServices() {
  return useQuery({ ...queryOf(getServices), staleTime: 5 * 60_000 });
}

/** Channels that have no provider. Empty while this is unknown. */
export function useMissingChannels(): readonly ('email' | 'sms')[] {
  const { data } = useServices();
  return data ? (['email', 'sms'] as const).filter((channel) => !data[channel]) : [];
}
