import Documents
import Runtime
import Signals
import Synchronization

extension AccountRegistry {
    /// Who an access token stands for.
    /// - Throws: ``AccountError/invalidToken`` for one that is not ours, is too old, or whose session has ended.
    package func identity(ofToken text: String) throws(AccountError) -> Identity {
        if let openID, openID.isFromProvider(text) { return try identity(vouchedFor: openID.email(of: text)) }
        let now = clock.now
        guard let token = WebToken(text), key.hasSigned(token), token.claims["iss"] == "nightjar",
            let expires = token.time("exp"), now.secondsSince1970 < expires,
            // One of a clock that was set back since: it would be good for longer than any is.
            expires - now.secondsSince1970 <= Double(Self.accessLifetime + 60), let id = token.claims["sid"]?.string
        else { throw .invalidToken }
        let found = state.withLock { state in
            state.session(id, at: now).flatMap { session in
                state.accounts[session.person].map { Identity(account: $0, session: session) }
            }
        }
        guard let found, token.claims["sub"]?.string == "\(found.account.id)" else { throw .invalidToken }
        return found
    }

    /// Who an address stands for that a provider vouches for.
    func identity(vouchedFor email: String) throws(AccountError) -> Identity {
        let found = state.withLock { state in
            state.account(ofEmail: email).flatMap { state.isLeaving($0.id) ? nil : $0 }
        }
        guard let account = found else { throw .invalidToken }
        return Identity(account: account, session: nil)
    }

    /// Signs somebody in whom a provider vouches for.
    /// - Throws: ``AccountError/invalidToken``.
    package func signIn(idToken: String, device: String) async throws -> (Account, Grant) {
        guard let openID else { throw AccountError.invalidToken }
        let account = try identity(vouchedFor: try await openID.emailWaiting(of: idToken)).account
        var attempt = Attempt(email: account.email, password: "")
        attempt.device = device
        return (account, try grant(account, attempt))
    }

    /// Who a cookie stands for; nil for one that is not ours, or whose session has ended.
    package func identity(ofCookie secret: String) -> Identity? {
        let now = clock.now
        let hash = Secret.hash(secret)
        let (found, touched) = state.withLock { state -> (Identity?, Session?) in
            guard let session = state.session(ofCookie: hash, at: now), let account = state.accounts[session.person]
            else { return (nil, nil) }
            let touched = state.touched(session, at: now)
            if let touched { state.put(touched) }
            return (Identity(account: account, session: touched ?? session), touched)
        }
        if let touched {
            // Off the server's thread; a note that is lost makes the session end a little sooner.
            Task { [storage] in
                do { try await storage.touch(touched) } catch {
                    Log.error("That a session is in use could not be kept.", ["cause": Log.cause(error)])
                }
            }
        }
        return found
    }

    /// Whether a person is being taken out: nobody is let in as them.
    package func isLeaving(_ person: Int64) -> Bool { state.withLock { $0.isLeaving(person) } }

    /// Whether a session is still valid: not expired, not ended, and its account there.
    package func isOpen(_ session: Session) -> Bool { state.withLock { $0.session(session.id, at: clock.now) != nil } }

    /// What a page must send along to change something in the session of a cookie.
    package func pageToken(of session: Session) -> String {
        Base64.url.encode(key.code(Array("page \(session.id)".utf8)))
    }

    /// A token for the session, for as long as ``accessLifetime``.
    func accessToken(of account: Account, in session: Session, at now: Instant) -> String {
        let seconds = Int(now.nanoseconds / 1_000_000_000)
        return key.sign { json in
            json.field("iss", "nightjar")
            json.field("sub", "\(account.id)")
            json.field("sid", session.id)
            json.field("role", account.role.rawValue)
            json.field("scope", "full_access")
            json.field("iat", seconds)
            json.field("exp", seconds + Self.accessLifetime)
            // Two of the same second are told apart.
            json.field("jti", Base64.url.encode(Secret.random(9)))
        }
    }
}
