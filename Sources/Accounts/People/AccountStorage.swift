/// Where accounts and sessions are kept. Secrets come as hashes only.
package protocol AccountStorage: Sendable {
    /// Every account.
    func accounts() throws -> [Account]
    /// Enters an account and gives it its number: that of a person who has none yet, or a new person's. The first
    /// account takes over what was kept for nobody.
    func add(_ account: Account, person: Int64?) throws -> Account
    /// Stores an account's changed fields.
    func change(_ account: Account) throws
    /// Takes the sign-in of a person away; their data stay.
    func removeAccount(_ person: Int64) throws
    /// Every session with the hash of its cookie, if it has one.
    func sessions() throws -> [(session: Session, cookie: [UInt8]?)]
    /// Enters a session with the hash of its first refresh token, or of its cookie.
    func add(_ session: Session, secret: [UInt8]) throws
    /// The session of a refresh token's hash, and whether the token was used up; nil for one that was never given out.
    func session(ofRefreshToken hash: [UInt8]) throws -> (id: String, isUsed: Bool)?
    /// Uses a refresh token up and enters the next, in one step.
    /// - Returns: False when it was used up already.
    func replaceRefreshToken(_ hash: [UInt8], by next: [UInt8], of session: Session) throws -> Bool
    /// Keeps when a session was used and until when it lasts.
    func touch(_ session: Session) async throws
    /// Ends sessions; their tokens go too.
    func removeSessions(_ ids: [String]) throws
    /// An access setting by its name; nil when it was never set.
    func accessSetting(_ name: String) throws -> String?
    /// Stores an access setting.
    func setAccess(_ name: String, to value: String) throws
}
