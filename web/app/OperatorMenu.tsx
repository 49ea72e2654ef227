import { Link } from "react-router-dom";
import { whyOnlyAdmin } from "#shared/users/user.rules.ts";
import { useAtomValue } from "../state/jotai.ts";
import { operatorAtom } from "../state/session.atoms.ts";
import { Popover } from "../ui/Popover.tsx";
import { paths } from "./paths.ts";
import { useLogOut } from "./use-log-out.ts";

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

export function OperatorMenu() {
  const operator = useAtomValue(operatorAtom);
  const logOut = useLogOut();
  return (
    <Popover
      label="Operator"
      menu
      align="end"
      trigger={(props) => (
        <button {...props} className="operator" title={operator?.name}>
          {operator ? initials(operator.name) : <span className="pi pi-user" aria-hidden="true" />}
          <span className="unseen">, operator {operator?.name}</span>
        </button>
      )}
    >
      {(close) => (
        <>
          {operator && (
            <div className="operator-head" role="presentation">
              <strong>{operator.name}</strong>
              <span className="muted figures">
                {operator.phone} · {operator.role}
              </span>
            </div>
          )}
          <Link to={paths.account} role="menuitem" className="menu-item" onClick={close}>
            <span className="pi pi-user" aria-hidden="true" />
            Account
          </Link>
          {operator && whyOnlyAdmin(operator.role, "api-keys") === null && (
            <Link to={paths.apiKeys} role="menuitem" className="menu-item" onClick={close}>
              <span className="pi pi-key" aria-hidden="true" />
              API Keys
            </Link>
          )}
          <button
            type="button"
            role="menuitem"
            className="menu-item"
            onClick={() => {
              close();
              void logOut();
            }}
          >
            <span className="pi pi-sign-out" aria-hidden="true" />
            Logout
          </button>
        </>
      )}
    </Popover>
  );
}
