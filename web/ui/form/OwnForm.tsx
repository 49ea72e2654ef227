import type { ComponentProps } from "react";

type OwnFormProps = Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> & { onSubmit: () => unknown };

/** A form that we check and send ourselves, not the browser. */
export const OwnForm = ({ onSubmit, ...form }: OwnFormProps) => (
  <form
    {...form}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  />
);
