import Documents
package import Runtime
import Signals
import Synchronization

/// People vouched for by OpenID providers: believes ID tokens by RS256 and ES256 and says whose account they stand for.
package final class OpenIDRegistry: Sendable {
    /// Gets the keys at an address or in a file, and the seconds for which they may be kept; nil when that was not said.
    package typealias Fetch = @Sendable (_ place: String) async throws -> (bytes: [UInt8], lifetime: Double?)

    private let providers: [OpenIDProvider]
    private let fetch: Fetch
    private let clock: any HostClock
    private let keys: Mutex<[String: OpenIDKeys]>

    /// A register of these providers; `fetch` gets their key sets.
    package init(_ providers: [OpenIDProvider], clock: any HostClock = WallClock(), fetch: @escaping Fetch) {
        self.providers = providers
        self.fetch = fetch
        self.clock = clock
        keys = Mutex(Dictionary(providers.map { ($0.issuer, OpenIDKeys()) }) { first, _ in first })
    }

    /// Gets the keys of all providers, so that the first token finds them.
    package func prepare() async { for provider in providers { await ask(provider, for: nil) } }

    /// The address of the account that a token stands for, by the keys that are there. Where some are missing or old
    /// they are asked for meanwhile, and a later request finds them.
    /// - Throws: ``AccountError/invalidToken``.
    package func email(of text: String) throws(AccountError) -> String {
        let (provider, token) = try claimed(text)
        Task { await ask(provider, for: token.header["kid"]?.string) }
        guard let email = try believed(token, provider) else { throw .invalidToken }
        return email
    }

    /// As ``email(of:)``, but waits for missing keys.
    /// - Throws: ``AccountError/invalidToken``.
    package func emailWaiting(of text: String) async throws(AccountError) -> String {
        let (provider, token) = try claimed(text)
        await ask(provider, for: token.header["kid"]?.string)
        guard let email = try believed(token, provider) else { throw .invalidToken }
        return email
    }

    /// Whether a token says that it comes from one of the providers.
    package func isFromProvider(_ text: String) -> Bool { (try? claimed(text)) != nil }

    private func claimed(_ text: String) throws(AccountError) -> (OpenIDProvider, WebToken) {
        guard let token = WebToken(text), let issuer = token.claims["iss"]?.string,
            let provider = providers.first(where: { $0.issuer == issuer })
        else { throw .invalidToken }
        return (provider, token)
    }

    /// The address; nil when no key is there that could have signed.
    private func believed(_ token: WebToken, _ provider: OpenIDProvider) throws(AccountError) -> String? {
        let now = clock.elapsed
        guard provider.accepts(token, at: clock.now.secondsSince1970) else { throw .invalidToken }
        let id = token.header["kid"]?.string
        let candidates = keys.withLock { $0[provider.issuer]?.candidates(id, at: now) ?? [] }
        guard !candidates.isEmpty else { return nil }
        guard candidates.contains(where: { $0.hasSigned(token) }), let email = provider.email(of: token) else {
            throw .invalidToken
        }
        return email
    }

    private func ask(_ provider: OpenIDProvider, for id: String?) async {
        let now = clock.elapsed
        let isDue = keys.withLock { $0[provider.issuer]?.shouldAsk(for: id, at: now) ?? false }
        // What cannot be had now is asked for again with a later token.
        guard isDue else { return }
        do {
            let (bytes, lifetime) = try await fetch(provider.keys)
            guard let set = JSONWebKey.set(bytes) else {
                throw Failure(.failed, "\(provider.keys) holds no set of keys.")
            }
            keys.withLock { $0[provider.issuer]?.receive(set, lifetime: lifetime, at: now) }
        } catch {
            Log.warning(
                "The keys of a provider could not be had.",
                ["issuer": .string(provider.issuer), "cause": Log.cause(error)])
        }
    }
}
