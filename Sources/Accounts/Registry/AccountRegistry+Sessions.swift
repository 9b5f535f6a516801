import Runtime
import Signals
import Synchronization

extension AccountRegistry {
    /// The next grant for a refresh token, which is used up by it. One that comes a second time was stolen from one of
    /// the two who sent it: the session ends for both (RFC 9700 section 4.14.2).
    /// - Throws: ``AccountError/invalidToken``.
    package func refresh(_ token: String) throws -> Grant {
        let now = clock.now
        let hash = Secret.hash(token)
        guard token.utf8.count <= 256, let (id, isUsed) = try storage.session(ofRefreshToken: hash) else {
            throw AccountError.invalidToken
        }
        guard !isUsed else {
            try end([id])
            throw AccountError.invalidToken
        }
        let known = state.withLock { state in
            state.session(id, at: now).flatMap { session in state.accounts[session.person].map { ($0, session) } }
        }
        guard var (account, session) = known else { throw AccountError.invalidToken }
        session.used = now
        session.expires = now.advanced(bySeconds: Session.lifetime(isRemembered: session.isRemembered))
        let next = Base64.url.encode(Secret.random(32))
        guard try storage.replaceRefreshToken(hash, by: Secret.hash(next), of: session) else {
            try end([id])
            throw AccountError.invalidToken
        }
        // One that was ended in the meantime stays ended.
        let isThere = state.withLock { state in
            guard state.sessions[id] != nil else { return false }
            state.put(session)
            account = state.accounts[account.id] ?? account
            return true
        }
        guard isThere else { throw AccountError.invalidToken }
        return Grant(accessToken: accessToken(of: account, in: session, at: now), refreshToken: next)
    }

    /// Ends the session of a refresh token, used up or not.
    /// - Throws: ``AccountError/invalidToken`` when it was never given out or its session has ended.
    package func signOut(refreshToken: String) throws {
        guard let (id, _) = try storage.session(ofRefreshToken: Secret.hash(refreshToken)) else {
            throw AccountError.invalidToken
        }
        try end([id])
    }

    /// Ends a session; its access tokens, refresh tokens and cookie become invalid.
    package func signOut(_ session: Session) throws { try end([session.id]) }

    /// Ends one of the sessions of a person.
    /// - Throws: ``AccountError/notFound(_:)`` when they have none of that id.
    package func endSession(_ id: String, of person: Int64) throws {
        guard state.withLock({ $0.sessions[id]?.person == person }) else {
            throw AccountError.notFound("There is no such session.")
        }
        try end([id])
    }

    /// Ends all sessions of a person but one.
    package func endSessions(of person: Int64, except kept: String? = nil) throws {
        try end(state.withLock { $0.sessions(of: person).map(\.id) }.filter { $0 != kept })
    }

    func end(_ ids: [String]) throws {
        guard !ids.isEmpty else { return }
        // First in memory: a session that should end is of no use even where the disk fails.
        state.withLock { $0.end(ids) }
        tellChange()
        try storage.removeSessions(ids)
    }
}
