import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

/** What somebody types, and what the schema makes of it. */
export type FormOf<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out>;

/**
 * A form checked by a schema of the contract: its values are the schema's input, `onSubmit` gets its output.
 * It is checked when submitted, and from then on at every change, so that nobody is corrected while still typing.
 */
export function useZodForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  options: Pick<UseFormProps<In, unknown, Out>, 'defaultValues' | 'values'>,
): FormOf<In, Out> {
  return useForm<In, unknown, Out>({ ...options, resolver: zodResolver(schema) });
}
