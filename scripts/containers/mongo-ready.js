// The health check of the container `mongo`, run by mongosh: fails until MongoDB is primary and Cansole can sign in. At
// the first start it initiates the set of one member and makes two users: `admin` for backups and settings, and
// `cansole`, which has what Cansole needs in its database and no more.
const { MONGO_ADMIN_PASSWORD, MONGO_PASSWORD } = process.env;
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

if (!db.hello().setName) {
  try {
    rs.initiate({ _id: "rs0", members: [{ _id: 0, host: "mongo:27017" }] });
  } catch (error) {
    if (error.codeName !== "AlreadyInitialized") throw error;
  }
}
if (!db.hello().isWritablePrimary) quit(1);
if (signIn("cansole", MONGO_PASSWORD) && !isRoot()) quit(0);

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
