import Documents
import FoundationEssentials
import NightjarClient
import NightjarClientCurl
import Runtime
import Signals

/// Talks to a running gateway, over its unix socket or at an address: the client that other programs have, too, with
/// the words and exit codes of commands.
struct GatewayClient {
    let endpoint: CurlTransport.Endpoint
    /// The session that is signed in; nil over the socket, which needs none.
    let session: AuthSession?
    let client: NightjarClient

    /// A client of the gateway there; `authority` is the file with the authority that vouches for it, in place of that
    /// which was kept at signing in.
    init(endpoint: CurlTransport.Endpoint, authority: String? = nil) {
        self.endpoint = endpoint
        var configuration = CurlTransport.Configuration(endpoint: endpoint)
        var tokens: KeptTokens?
        if case .address(let url) = endpoint {
            tokens = KeptTokens(url: url, authority: authority)
            configuration.authorities = tokens?.authority
        }
        let transport = CurlTransport(configuration)
        session = tokens.map { AuthSession(transport: transport, store: $0) }
        // A command that fails says so at once.
        client = NightjarClient(transport: transport, tokens: session, retry: .none)
    }

    /// Hands on a reply as it comes.
    /// - Throws: `Failure` with what the gateway says is wrong; what `take` throws, which ends it.
    func stream<Reply>(_ call: Call<Reply>, _ take: (Data) throws -> Void) async throws {
        do {
            let reply = try await client.reply(call, patience: nil)
            for try await piece in reply.body { try take(piece) }
        } catch {
            throw failure(error)
        }
    }

    /// Hands on the live events as they come, until `show` returns false.
    /// - Throws: `Failure` with code `notFound` when no gateway answers, `failed` when the line is closed.
    func events(_ show: (ServerEvent) throws -> Bool) async throws {
        do {
            for try await element in client.events() {
                switch element {
                case .connected: break
                case .event(let event): if try !show(event) { return }
                case .disconnected(.networkError(let error), _) where error.kind == .lost:
                    throw Failure(.failed, "The gateway has closed the line.")
                case .disconnected(let error, _): throw error
                }
            }
        } catch {
            throw failure(error)
        }
    }

    /// The failure that a command reports for an error of the client.
    func failure(_ error: any Error) -> any Error {
        switch error as? APIError {
        case .networkError(let error): failure(error)
        case .invalidResponse, .decodingFailed:
            Failure(.failed, "The gateway's answer makes no sense; is it of another version?", cause: error)
        case .some(let refusal): refused(refusal.problem)
        case nil: (error as? TransportError).map(failure) ?? error
        }
    }

    private func refused(_ problem: Problem?) -> Failure {
        let status = problem?.status ?? 0
        let code: Failure.Code =
            switch status {
            case 400, 422: .usage
            case 401, 403: .notPermitted
            case 404: .notFound
            case 409: .conflict
            default: .failed
            }
        let detail = problem?.detail ?? ""
        return Failure(code, detail.isEmpty ? "The gateway answered with status \(status)." : detail)
    }

    private func failure(_ error: TransportError) -> Failure {
        let place =
            switch endpoint {
            case .socket(let path): path
            case .address(let url): url
            }
        switch error.kind {
        case .invalidAddress:
            return Failure(.usage, "\(place) is no address of a gateway; write http://127.0.0.1:8001, for example.")
        case .unreachable, .timedOut:
            return Failure(
                .notFound,
                "No gateway answers at \(place) (\(error.reason)). Start one with `nightjar serve`, or say where it is."
            )
        case .untrusted:
            return Failure(.notPermitted, "The gateway at \(place) is not trusted (\(error.reason)); nothing was sent.")
        case .lost: return Failure(.failed, "The connection to the gateway at \(place) is lost (\(error.reason)).")
        case .unavailable, .unreadableBody: return Failure(.failed, error.reason)
        }
    }
}

extension GatewayClient {
    /// The options that name a gateway.
    static let options = [
        DataFolder.option, Option("--url", "URL", "the address of a gateway, instead of the socket in DIR"),
    ]

    /// The gateway that `--url` or `--data` names.
    init(_ arguments: Arguments) throws {
        if let url = arguments.value("--url") {
            self.init(endpoint: .address(url.hasSuffix("/") ? String(url.dropLast()) : url))
        } else {
            self.init(endpoint: .socket(try DataFolder.asked(arguments).socket))
        }
    }
}

extension GatewayClient {
    /// The list of devices.
    func devices() async throws -> DeviceListDocument { try await ask(.devices) }

    /// The one device that `word` names.
    /// - Throws: `Failure` with code `notFound` when there is none, or more than one.
    func device(_ word: String) async throws -> DeviceDocument {
        guard let device = try await devices().find(word) else {
            throw Failure(.notFound, "There is no device “\(word)”; `nightjar devices --all` lists them.")
        }
        return device
    }
}

extension GatewayClient {
    /// What a route answers.
    /// - Throws: `Failure` with what the gateway says is wrong, `notFound` when no gateway answers.
    func ask<Request, Reply>(
        _ endpoint: Documents.Endpoint<Request, Reply>, _ request: Request = Request()
    ) async throws -> Reply {
        try Self.read(Reply.self, try await body(endpoint, request))
    }

    /// The body of what a route answers, as it came.
    func body<Request, Reply>(
        _ endpoint: Documents.Endpoint<Request, Reply>, _ request: Request = Request()
    ) async throws -> [UInt8] {
        try await body(Call(endpoint, request))
    }

    /// The body of what is answered to a request, as it came.
    func body<Reply>(_ call: Call<Reply>) async throws -> [UInt8] {
        do {
            // Some answers take as long as the work behind them.
            return Array(try await client.reply(call, patience: nil).body.collect(limit: .max))
        } catch {
            throw failure(error)
        }
    }

    /// Reads a body.
    static func read<Reply: Document>(_ type: Reply.Type, _ body: [UInt8]) throws -> Reply {
        do {
            return try FieldReader.answer(type, body)
        } catch {
            throw Failure(.failed, "The gateway's answer makes no sense; is it of another version?", cause: error)
        }
    }
}

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
