import Accounts
import Documents
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

/// How many were told to come again.
private final class Refusals: Sendable {
    let count = Mutex(0)
}

@Suite("Register of accounts")
struct AccountRegistryTests {
    private let storage = MemoryStorage()
    private let clock = ManualClock()
    private let key = SigningKey.random()
    private let registry: AccountRegistry

    init() throws {
        registry = try AccountRegistry(
            storage: storage, key: key, clock: clock, hasher: PasswordHasher(cost: .least))
    }

    private func enter(_ email: String, byOwner: Bool = false) async throws -> Account {
        try await registry.register(.init(email: email, password: "correct horse"), byOwner: byOwner)
    }

    private func signIn(_ email: String, _ password: String = "correct horse", from address: String? = nil) async throws
        -> AccountRegistry.Grant
    {
        var attempt = AccountRegistry.Attempt(email: email, password: password)
        attempt.source = address
        return try await registry.signIn(attempt).1
    }

    @Test("makes the first the owner, and lets only owners enter others")
    func first() async throws {
        #expect(!registry.isPasswordAsked)
        let ada = try await enter("Ada@Example.org")
        #expect(ada.role == .admin && ada.email == "ada@example.org" && ada.displayName == "ada")
        #expect(ada.passwordHash?.hasPrefix("$argon2id$") == true)
        #expect(registry.isPasswordAsked && registry.owner == ada)
        await #expect(throws: AccountError.self) { _ = try await enter("ben@example.org") }
        #expect(try await enter("ben@example.org", byOwner: true).role == .patient)
        await #expect(throws: AccountError.exists) { _ = try await enter("ADA@example.org", byOwner: true) }
        #expect(throws: AccountError.lastOwner) { _ = try registry.change(ada.id, role: .patient) }
        #expect(throws: AccountError.lastOwner) { try registry.remove(ada.id) }
    }

    @Test("refuses what is no address or no password", arguments: ["", "ada", "@b", "a@", "a b@c", "a@b@c", "a@.b"])
    func nonsense(_ email: String) async {
        await #expect(throws: AccountError.self) { _ = try await enter(email) }
    }

    @Test("knows an access token for an hour and not after")
    func accessToken() async throws {
        let ada = try await enter("ada@example.org")
        let grant = try await signIn("ada@example.org")
        #expect(try registry.identity(ofToken: grant.accessToken).account == ada)
        clock.advance(bySeconds: 3599)
        #expect(try registry.identity(ofToken: grant.accessToken).account == ada)
        clock.advance(bySeconds: 1)
        #expect(throws: AccountError.invalidToken) { _ = try registry.identity(ofToken: grant.accessToken) }
    }

    @Test("gives a refresh token's successor once, and ends the session when it comes again")
    func rotation() async throws {
        _ = try await enter("ada@example.org")
        let other = try await signIn("ada@example.org")
        let first = try await signIn("ada@example.org")
        let second = try registry.refresh(first.refreshToken)
        let third = try registry.refresh(second.refreshToken)
        #expect(Set([first, second, third].map(\.refreshToken)).count == 3)
        _ = try registry.identity(ofToken: third.accessToken)
        #expect(throws: AccountError.invalidToken) { _ = try registry.refresh(first.refreshToken) }
        #expect(throws: AccountError.invalidToken) { _ = try registry.refresh(third.refreshToken) }
        #expect(throws: AccountError.invalidToken) { _ = try registry.identity(ofToken: third.accessToken) }
        #expect(throws: AccountError.invalidToken) { _ = try registry.identity(ofToken: first.accessToken) }
        _ = try registry.identity(ofToken: other.accessToken)
        // Nothing that is kept can be used as a token.
        let kept = storage.kept.withLock { $0.tokens.keys.map { Base64.url.encode($0) } }
        #expect(!kept.contains(other.refreshToken) && !kept.isEmpty)
    }

    @Test("ends access tokens too when somebody signs out, also after a restart")
    func signingOut() async throws {
        _ = try await enter("ada@example.org")
        let (gone, kept) = (try await signIn("ada@example.org"), try await signIn("ada@example.org"))
        try registry.signOut(refreshToken: gone.refreshToken)
        #expect(throws: AccountError.invalidToken) { _ = try registry.identity(ofToken: gone.accessToken) }
        let later = try AccountRegistry(storage: storage, key: key, clock: clock)
        #expect(throws: AccountError.invalidToken) { _ = try later.identity(ofToken: gone.accessToken) }
        _ = try later.identity(ofToken: kept.accessToken)
        _ = try later.refresh(kept.refreshToken)
    }

    @Test("signs a browser in by a cookie that ends with the session")
    func cookie() async throws {
        let ada = try await enter("ada@example.org")
        let (identity, cookie) = try await registry.signInBrowser(
            .init(email: "ada@example.org", password: "correct horse"))
        #expect(registry.identity(ofCookie: cookie)?.account == ada)
        let session = try #require(identity.session)
        #expect(throws: AccountError.invalidToken) { _ = try registry.refresh(cookie) }
        let later = try AccountRegistry(storage: storage, key: key, clock: clock)
        #expect(later.identity(ofCookie: cookie)?.session?.id == session.id)
        #expect(later.pageToken(of: session) == registry.pageToken(of: session))
        clock.advance(bySeconds: 86_400)
        #expect(registry.identity(ofCookie: cookie) == nil)
        #expect(later.sessions(of: ada.id).isEmpty)
    }

    @Test("ends every session at a reset, and the old password")
    func reset() async throws {
        let ada = try await enter("ada@example.org")
        let grant = try await signIn("ada@example.org")
        try await registry.reset(ada.id, password: "battery staple")
        #expect(throws: AccountError.invalidToken) { _ = try registry.identity(ofToken: grant.accessToken) }
        await #expect(throws: AccountError.invalidCredentials) { _ = try await signIn("ada@example.org") }
        _ = try await signIn("ada@example.org", "battery staple")
    }

    @Test("begins no session for a password that was checked before a reset, nor for somebody who is leaving")
    func overtaken() async throws {
        let checked = try await enter("ada@example.org")
        let attempt = AccountRegistry.Attempt(email: "ada@example.org", password: "correct horse")
        try await registry.reset(checked.id, password: "another horse")
        #expect(throws: AccountError.invalidCredentials) { _ = try registry.grant(checked, attempt) }
        #expect(throws: AccountError.invalidCredentials) { _ = try registry.browserSession(of: checked, attempt) }
        let present = try #require(registry.account(checked.id))
        try registry.bar(present.id)
        #expect(throws: AccountError.invalidCredentials) { _ = try registry.grant(present, attempt) }
        registry.admit(present.id)
        #expect(registry.sessions(of: present.id).isEmpty)
        _ = try registry.grant(present, attempt)
        #expect(registry.sessions(of: present.id).count == 1)
    }

    @Test("changes all that is asked for of an account, or nothing")
    func whole() async throws {
        let ada = try await enter("ada@example.org")
        #expect(throws: AccountError.lastOwner) {
            _ = try registry.change(ada.id, email: "new@example.org", displayName: "New", role: .patient)
        }
        #expect(registry.account(ada.id) == ada && storage.kept.withLock { $0.accounts[ada.id] } == ada)
        let changed = try registry.change(ada.id, email: "new@example.org", displayName: "New", role: .admin)
        #expect(changed.email == "new@example.org" && changed.displayName == "New")
    }

    @Test("hears five wrong passwords of an account and then one a minute, known or not", arguments: ["ada", "nobody"])
    func accountLimit(_ name: String) async throws {
        _ = try await enter("ada@example.org")
        let email = "\(name)@example.org"
        for number in 0..<5 {
            await #expect(throws: AccountError.invalidCredentials) {
                _ = try await signIn(email, "wrong", from: "10.0.0.\(number)")
            }
        }
        await #expect(throws: AccountError.tooMany(retryAfter: 60)) { _ = try await signIn(email) }
        clock.advance(bySeconds: 60)
        if name == "ada" { _ = try await signIn(email) }
    }

    @Test(
        "hears the right password after a minute, however the clock is set meanwhile",
        arguments: [-2_592_000, 2_592_000])
    func clockIsSet(_ seconds: Double) async throws {
        _ = try await enter("ada@example.org")
        for _ in 0..<5 { _ = try? await signIn("ada@example.org", "wrong") }
        clock.set(to: clock.now.advanced(bySeconds: seconds))
        await #expect(throws: AccountError.tooMany(retryAfter: 60)) { _ = try await signIn("ada@example.org") }
        clock.advance(bySeconds: 60)
        let grant = try await signIn("ada@example.org")
        // A token of a clock that was ahead is not good for weeks once it is set back.
        clock.set(to: clock.now.advanced(bySeconds: -2_592_000))
        #expect(throws: AccountError.invalidToken) { _ = try registry.identity(ofToken: grant.accessToken) }
    }

    @Test("locks nobody out whose account others guess at, on this machine and where they have signed in before")
    func guessing() async throws {
        _ = try await enter("ada@example.org")
        _ = try await signIn("ada@example.org", from: "10.0.0.7")
        for number in 0..<30 { _ = try? await signIn("ada@example.org", "wrong", from: "10.0.1.\(number)") }
        for _ in 0..<30 { _ = try? await signIn("ada@example.org", "wrong", from: "user 1001") }
        await #expect(throws: AccountError.tooMany(retryAfter: 60)) {
            _ = try await signIn("ada@example.org", from: "10.0.2.1")
        }
        await #expect(throws: AccountError.self) { _ = try await signIn("ada@example.org", from: "user 1001") }
        _ = try await signIn("ada@example.org", from: "10.0.0.7")
        _ = try await signIn("ada@example.org", from: "user 1000")
        // Where it was right once it may not be wrong for ever.
        for _ in 0..<5 { _ = try? await signIn("ada@example.org", "wrong", from: "10.0.0.7") }
        await #expect(throws: AccountError.self) { _ = try await signIn("ada@example.org", from: "10.0.0.7") }
    }

    /// How many attempts at once are answered in each way.
    private func atOnce(_ passwords: [String], from address: String? = nil) async -> [String: Int] {
        await withTaskGroup(of: String.self) { group in
            for password in passwords {
                group.addTask { [self] in
                    do {
                        _ = try await signIn("ada@example.org", password, from: address)
                        return "right"
                    } catch AccountError.tooMany { return "too many" } catch AccountError.invalidCredentials {
                        return "wrong"
                    } catch { return "\(error)" }
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test("locks nobody out by right passwords at once, and hears no more guesses at once than one after the other")
    func manyAtOnce() async throws {
        let right = "correct horse"
        _ = try await enter("ada@example.org")
        for round in 0..<4 {
            let source = round % 2 == 0 ? nil : "10.0.0.7"
            let answers = await atOnce(Array(repeating: right, count: 16), from: source)
            #expect(Set(answers.keys).isSubset(of: ["right", "busy"]) && answers["right", default: 0] >= 5)
        }
        // Wrong ones among them are too few to lock anybody out, in whatever order.
        let mixed = Array(repeating: right, count: 12) + Array(repeating: "wrong", count: 4)
        #expect(await atOnce(mixed.shuffled())["too many"] == nil)
        _ = try await signIn("ada@example.org")
        clock.advance(bySeconds: 600)
        let guesses = await atOnce(Array(repeating: "wrong", count: 16))
        #expect(guesses["wrong"] == 5 && guesses["right"] == nil)
        #expect(await atOnce([right]) == ["too many": 1])
        clock.advance(bySeconds: 60)
        #expect(await atOnce(Array(repeating: "wrong", count: 16))["wrong"] == 1)
        clock.advance(bySeconds: 60)
        #expect(await atOnce([right]) == ["right": 1])
    }

    @Test("lets others in at once, however many sign in to one account")
    func manyForOne() async throws {
        // Each takes some milliseconds, so that those of one account come faster than they are looked at.
        var cost = PasswordHasher.Cost.least
        cost.memory = 16 << 20
        let registry = try AccountRegistry(
            storage: MemoryStorage(), key: key, clock: clock, hasher: PasswordHasher(cost: cost))
        for name in ["ada", "ben"] {
            _ = try await registry.register(
                .init(email: "\(name)@example.org", password: "correct horse"), byOwner: name != "ada")
        }
        let refused = Refusals()
        let crowd = (0..<24).map { _ in
            Task { @Sendable in
                do {
                    _ = try await registry.signIn(.init(email: "Ada@example.org", password: "correct horse"))
                } catch {
                    #expect(error as? AccountError == AccountError.busy)
                    refused.count.withLock { $0 += 1 }
                }
            }
        }
        // From the first that finds no place on, all places of its account are taken.
        for _ in 0..<5000 where refused.count.withLock({ $0 == 0 }) { try await Task.sleep(for: .milliseconds(1)) }
        for _ in 0..<6 {
            _ = try await registry.signIn(.init(email: "ben@example.org", password: "correct horse"))
        }
        for one in crowd { await one.value }
        // At most five of them wait.
        #expect(refused.count.withLock { $0 } > 0)
        _ = try await registry.signIn(.init(email: "ada@example.org", password: "correct horse"))
    }

    @Test("hears twenty wrong passwords of an address, whatever accounts it tries")
    func addressLimit() async throws {
        _ = try await enter("ada@example.org")
        for number in 0..<20 {
            await #expect(throws: AccountError.invalidCredentials) {
                _ = try await signIn("person\(number)@example.org", "wrong", from: "10.0.0.7")
            }
        }
        await #expect(throws: AccountError.tooMany(retryAfter: 15)) {
            _ = try await signIn("ada@example.org", from: "10.0.0.7")
        }
        _ = try await signIn("ada@example.org", from: "10.0.0.8")
    }

    @Test("keeps the last 32 sessions of a person")
    func manySessions() async throws {
        let ada = try await enter("ada@example.org")
        var grants: [AccountRegistry.Grant] = []
        for _ in 0..<34 {
            grants.append(try await signIn("ada@example.org"))
            clock.advance(bySeconds: 1)
        }
        #expect(registry.sessions(of: ada.id).count == 32)
        #expect(throws: AccountError.invalidToken) { _ = try registry.identity(ofToken: grants[1].accessToken) }
        _ = try registry.identity(ofToken: grants[2].accessToken)
    }
}
