import { type ComponentType, lazy, Suspense } from "react";

export const Nothing = () => null;

/**
 * A part of which the code comes when it is first drawn; nothing stands there until then. `Missing` stands in where it
 * cannot be fetched; without it the page breaks.
 */
export const later = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Missing?: ComponentType<P>,
): ComponentType<P> => {
  const Part = lazy<ComponentType<object>>(async () => {
    const code = load() as Promise<{ default: ComponentType<object> }>;
    return Missing ? code.catch(() => ({ default: Missing as ComponentType<object> })) : code;
  });
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
};
