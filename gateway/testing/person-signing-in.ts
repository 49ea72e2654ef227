import { afterAll, beforeAll, beforeEach } from "vitest";
import type { UserDocument } from "#shared/runtime/documents/people.ts";
import { addPerson } from "./people.ts";
import { openSignInBench, type SignInBench } from "./sign-in-bench.ts";
import { openSignInBrowser } from "./sign-in-browser.ts";

/** What is there when a test begins. */
interface Present extends SignInBench {
  person: UserDocument;
}

/** The bench of signing in; before each test somebody new who may sign in. Call it once per file. */
export const setUpPersonSigningIn = () => {
  const at = {} as Present;
  beforeAll(async () => {
    Object.assign(at, await openSignInBench());
  });
  beforeEach(async () => {
    at.person = await addPerson(at.gateway.parts);
  });
  afterAll(() => at.stop?.());

  const openBrowser = (jar?: { cookie?: string }) => openSignInBrowser(at.gateway, at.inbox, at.person.phone, jar);
  return {
    at,
    openBrowser,
    guessUntilWait: (browser = openBrowser(), phone = at.person.phone) => browser.guessUntilWait(phone),
  };
};
