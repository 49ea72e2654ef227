// The health check of MongoDB's containers, run by mongosh: fails until this member is primary or secondary and Cansole
// can sign in. At the first start it initiates the set where MONGO_MEMBERS names its members, and makes two users at the
// primary: `admin` for backups and settings, and `cansole`, which has what Cansole needs in its database and no more.
const { MONGO_ADMIN_PASSWORD, MONGO_PASSWORD, MONGO_MEMBERS } = process.env;
const admin = db.getSiblingDB("admin");

const rights = {
  roles: [{ role: "readWrite", db: "cansole" }],
  privileges: [
    // Migrations: how long history is kept, which collections keep pre-images.
    { resource: { db: "cansole", collection: "" }, actions: ["collMod"] },
    // Migrations: how long pre-images are kept.
    { resource: { cluster: true }, actions: ["getClusterParameter", "setClusterParameter"] },
  ],
};

const signIn = (user, pwd) => {
  try {
    return admin.auth(user, pwd).ok === 1;
  } catch {
    return false;
  }
};
const isRoot = () =>
  db.runCommand({ connectionStatus: 1 }).authInfo.authenticatedUserRoles.some(({ role }) => role === "root");

if (!db.hello().setName && MONGO_MEMBERS) {
  const members = MONGO_MEMBERS.split(",").map((host, _id) => ({ _id, host }));
  try {
    // It fails until all members answer; this check is repeated. The time-out is explained in docs/operations.md.
    rs.initiate({ _id: "rs0", members, settings: { electionTimeoutMillis: 5000 } });
  } catch (error) {
    if (error.codeName !== "AlreadyInitialized") throw error;
  }
}
const { isWritablePrimary, secondary } = db.hello();
if (!isWritablePrimary && !secondary) quit(1);
if (signIn("cansole", MONGO_PASSWORD) && !isRoot()) quit(0);
// Users are made at the primary, and come to the others from there.
if (secondary) quit(1);

// Nobody is there yet, and MongoDB lets this container alone make the first user; or `cansole` of an earlier version is
// root, makes `admin`, and is given its rights anew; or its password has changed.
if (!signIn("admin", MONGO_ADMIN_PASSWORD)) {
  admin.createUser({ user: "admin", pwd: MONGO_ADMIN_PASSWORD, roles: ["root"] });
  admin.auth("admin", MONGO_ADMIN_PASSWORD);
}
if (admin.getRole("cansole")) admin.updateRole("cansole", rights);
else admin.createRole({ role: "cansole", roles: rights.roles, privileges: rights.privileges });
const own = { pwd: MONGO_PASSWORD, roles: ["cansole"] };
if (admin.getUser("cansole")) admin.updateUser("cansole", own);
else admin.createUser({ user: "cansole", pwd: own.pwd, roles: own.roles });
quit(signIn("cansole", MONGO_PASSWORD) ? 0 : 1);
