import Runtime
import Signals
import Synchronization

extension AccountRegistry {
    /// A sign-in: who, and from where.
    package struct Attempt: Sendable {
        /// The address that was typed.
        package var email: String
        /// The password that was typed.
        package var password: String
        /// Whether the session is to last.
        package var isRemembered = false
        /// What the program or browser says it is.
        package var device = ""
        /// Where it comes from: an address, or `user` and the number of an account of this machine; nil for the owner of
        /// the gateway's account.
        package var source: String?

        /// An attempt from this machine.
        package init(email: String, password: String) {
            self.email = email
            self.password = password
        }
    }

    /// Signs a program in.
    /// - Throws: ``AccountError``: `invalidCredentials`, `tooMany`, `busy`.
    package func signIn(_ attempt: Attempt) async throws -> (Account, Grant) {
        let account = try await verified(attempt)
        return (account, try grant(account, attempt))
    }

    /// Signs a browser in.
    /// - Returns: the account, its session and the secret to put into the cookie.
    /// - Throws: ``AccountError``: `invalidCredentials`, `tooMany`, `busy`.
    package func signInBrowser(_ attempt: Attempt) async throws -> (Identity, cookie: String) {
        let account = try await verified(attempt)
        return try browserSession(of: account, attempt)
    }

    /// A new session of a program for an account that is known to be the right one.
    /// - Throws: ``AccountError/invalidCredentials`` when its password has changed since, or it is being taken out.
    package func grant(_ account: Account, _ attempt: Attempt) throws -> Grant {
        let refresh = Base64.url.encode(Secret.random(32))
        let session = try begin(.token, account, attempt, secret: Secret.hash(refresh))
        return Grant(accessToken: accessToken(of: account, in: session, at: clock.now), refreshToken: refresh)
    }

    /// A new session of a browser for an account that is known to be the right one.
    /// - Returns: the session and the secret to put into the cookie.
    /// - Throws: as ``grant(_:_:)``.
    package func browserSession(of account: Account, _ attempt: Attempt) throws -> (Identity, cookie: String) {
        let secret = Base64.url.encode(Secret.random(32))
        let session = try begin(.cookie, account, attempt, secret: Secret.hash(secret))
        return (Identity(account: account, session: session), secret)
    }

    private func verified(_ attempt: Attempt) async throws -> Account {
        let email = attempt.email.lowercased()
        let account = state.withLock { $0.account(ofEmail: email) }
        guard try await isRight(attempt.password, of: account, email, from: attempt.source), let account else {
            throw AccountError.invalidCredentials
        }
        return account
    }

    /// Whether a password is that of an account, by the limits of wrong ones. Only those that were found to be wrong count,
    /// and one that waits for its turn is asked about again then: however many come at once, the right ones lock nobody out,
    /// and no more of the wrong ones are looked at than one after the other.
    /// - Throws: ``AccountError``: `tooMany`, `busy`.
    func isRight(
        _ password: String, of account: Account?, _ email: String, from source: String?
    ) async throws -> Bool {
        let hear: @Sendable () throws -> Void = { [self] in
            let now = clock.elapsed
            try limits.withLock { limits throws(AccountError) in try limits.hear(email, source, at: now) }
        }
        // Who is not heard takes no place among those who wait.
        try hear()
        return try await hasher.verify(password, against: account?.passwordHash, for: email, hear: hear) {
            [self] isRight in
            let now = clock.elapsed
            limits.withLock { limits in
                if isRight { limits.succeed(email, source) } else { limits.fail(email, source, at: now) }
            }
        }
    }

    private func begin(
        _ kind: Session.Kind, _ account: Account, _ attempt: Attempt, secret: [UInt8]
    ) throws -> Session {
        let now = clock.now
        let id = HexText.text(Secret.random(16))
        let session = Session(
            id: id, person: account.id, kind: kind, created: now, used: now,
            expires: now.advanced(bySeconds: Session.lifetime(isRemembered: attempt.isRemembered)),
            isRemembered: attempt.isRemembered, device: String(attempt.device.prefix(200)))
        try end(state.withLock { $0.surplus(of: account.id, at: now) })
        return try changing.withLock { _ in
            // A password that was checked is not valid any more once another has taken its place.
            let isSame = state.withLock { state in
                !state.isLeaving(account.id) && state.accounts[account.id]?.passwordHash == account.passwordHash
                    && state.accounts[account.id] != nil
            }
            guard isSame else { throw AccountError.invalidCredentials }
            try storage.add(session, secret: secret)
            state.withLock { $0.put(session, cookie: kind == .cookie ? secret : nil) }
            return session
        }
    }
}
