import FoundationEssentials
import NightjarClient
import NightjarClientCurl
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
            self.init(endpoint: .socket(try DataFolder(arguments).socket))
        }
    }
}
