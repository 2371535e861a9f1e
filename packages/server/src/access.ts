// The users of a server without the server: for programs that manage them, as the terminal program does.
export { Audit, type AuditEntry } from "./access/audit.ts"
export type { GroupDocument, UserDocument } from "./access/documents.ts"
export type { Group, Groups } from "./access/groups.ts"
export { type OwnerOptions, ownerOptions } from "./access/owner-options.ts"
export { type Allows, LOCAL, type Principal, ROLES, type Role } from "./access/principal.ts"
export type { MadeToken, TokenRow } from "./access/tokens.ts"
export { type NewUser, type User, type UserChange, Users, type UsersOptions } from "./access/users.ts"
export { HttpError } from "./http/http-error.ts"
