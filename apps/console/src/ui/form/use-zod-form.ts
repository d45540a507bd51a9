import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

export type FormOf<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out>;

/** Validates at submit and then at each change, so that input is not marked while the user types it. */
export function useZodForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  options: Pick<UseFormProps<In, unknown, Out>, 'defaultValues' | 'values' | 'resetOptions'>,
): FormOf<In, Out> {
  return useForm<In, unknown, Out>({ ...options, resolver: zodResolver(schema) });
}
