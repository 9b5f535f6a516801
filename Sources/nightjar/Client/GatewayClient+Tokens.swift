import NightjarClient
import NightjarClientCurl
import Signals

extension GatewayClient {
    /// Signs in and keeps the tokens.
    /// - Throws: `Failure` with what the gateway says.
    func signIn(email: String, password: String) async throws {
        do {
            try await session?.signIn(email: email, password: password, device: "nightjar command line")
        } catch {
            throw failure(error)
        }
    }

    /// Ends the session there and forgets its tokens here.
    /// - Returns: false when nobody was signed in.
    /// - Throws: `Failure` when the gateway cannot be asked, which forgets nothing, or answered otherwise.
    func signOut() async throws -> Bool {
        guard case .address(let url) = endpoint, let kept = try SignedIn().tokens[url] else { return false }
        var signedIn = try SignedIn()
        do {
            _ = try await client.send(.logout, LogoutRequest(SecretText(kept.refresh)))
        } catch APIError.networkError(let error) {
            throw failure(APIError.networkError(error))
        } catch let error as APIError {
            try signedIn.keep(nil, of: url)
            if case .unauthorized = error { return true }
            let status = error.problem.map { " with status \($0.status)" } ?? ""
            throw Failure(.failed, "The tokens are forgotten here, but the gateway answered\(status).", cause: error)
        }
        try signedIn.keep(nil, of: url)
        return true
    }
}
