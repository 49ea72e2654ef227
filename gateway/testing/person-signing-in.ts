import { setUpEach } from "#shared/testing/set-up.ts";
import { addPerson } from "./people.ts";
import { setUpSignIn } from "./sign-in.fixture.ts";
import { openSignInBrowser } from "./sign-in-browser.ts";

/** The bench of signing in; before each test somebody new who may sign in. Call it once per file. */
export const setUpPersonSigningIn = () => {
  const { gateway, inbox } = setUpSignIn();
  const person = setUpEach(() => addPerson(gateway.parts));
  const openBrowser = (jar?: { cookie?: string }) => openSignInBrowser(gateway, inbox, person.phone, jar);
  return {
    gateway,
    inbox,
    person,
    openBrowser,
    guessUntilWait: (browser = openBrowser(), phone = person.phone) => browser.guessUntilWait(phone),
  };
};
