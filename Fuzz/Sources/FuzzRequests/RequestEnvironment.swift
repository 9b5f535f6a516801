import API
import Accounts
import Analysis
import Devices
import Documents
import Gateway
import Glibc
import Runtime
import Signals
import Store

/// Two gateways with something in them: one that asks nobody who they are, one whose owner has signed in.
final class RequestEnvironment: Sendable {
    private let fixtures: [RequestFixture]

    init() {
        // What is signed in, is: a write to a connection that was closed is an error and no signal.
        signal(SIGPIPE, SIG_IGN)
        fixtures = [RequestFixture(hasPeople: false), RequestFixture(hasPeople: true)]
    }

    func fixture(hasPeople: Bool) -> RequestFixture { fixtures[hasPeople ? 1 : 0] }
}

/// A gateway behind its routes on a unix socket.
final class RequestFixture: Sendable {
    private static let noon = Instant(nanoseconds: 1_750_248_000_000_000_000)
    private let path: String
    private let gateway: Gateway
    private let feed: LiveFeed
    private let server: HTTPServer
    private let relay: RelayFeed
    private let running: Task<Void, Never>
    /// The owner's, where somebody must sign in.
    let token: String?
    /// What the ids of live events begin with.
    let run: String
    /// The date of a night that is there.
    let night: String
    /// The name of a device that is there.
    let device: String

    init(hasPeople: Bool) {
        do {
            let folder = try Self.folder()
            path = folder + "/g.sock"
            var configuration = Gateway.Configuration(folder: folder, zone: .utc)
            configuration.passwordCost = .least
            let gateway = try Gateway(configuration, sources: [Simulated(seed: 3)])
            self.gateway = gateway
            feed = LiveFeed(gateway)
            var listening = HTTPServer.Configuration(unixSocket: path)
            if hasPeople { listening.accessControl = AccessControl(gateway.accounts) }
            server = try HTTPServer(listening, router: Routes.router(for: gateway, live: feed), events: feed.events)
            relay = try RelayFeed(gateway)
            running = Task { try? await gateway.run() }
            Self.wear(gateway)
            token = hasPeople ? Self.owner(path) : nil
            Self.bring(path, token)
            for _ in 0..<100 where (try? gateway.night(nil)) == nil { usleep(50_000) }
            guard let night = try? gateway.night(nil) else { fatalError("the night was not taken in") }
            self.night = night.night.date.description
            device = night.device.id.rawValue
            run = Self.run(path, token)
        } catch { fatalError("\(error)") }
    }

    /// What the server says to a request; nil when it is not done within a quarter of a second, as with a stream.
    func answer(to request: [UInt8]) -> [UInt8]? { Self.answer(path, request) }

    /// The description of the API, however long a busy machine takes to write it; empty where it cannot be had.
    var description: [UInt8] {
        let request = Array("GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
        return Self.answer(path, request, patience: 60_000) ?? []
    }

    /// - Parameter patience: milliseconds of silence after which it is given up.
    private static func answer(
        _ path: String, _ request: [UInt8], until mark: String? = nil, patience: Int32 = 250
    ) -> [UInt8]? {
        guard let socket = try? UnixSocket.connect(path) else { fatalError("nobody answers any more") }
        let descriptor = socket.borrowed
        var sent = 0
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let isSending = sent < request.count
            var wait = pollfd(fd: descriptor, events: Int16(isSending ? POLLIN | POLLOUT : POLLIN), revents: 0)
            guard poll(&wait, 1, patience) > 0 else { return nil }
            if wait.revents & Int16(POLLIN | POLLHUP) != 0 {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                answer += buffer[..<count]
                if let mark, String(decoding: answer, as: UTF8.self).contains(mark) { break }
                if answer.count > 4 << 20 { break }
            } else if isSending {
                let count = request[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
                if count <= 0 { break }
                sent += count
                if sent == request.count { shutdown(descriptor, Int32(SHUT_WR)) }
            }
        }
        return answer.isEmpty ? nil : answer
    }

    private static func owner(_ path: String) -> String? {
        let body = #"{"email":"owner@example.org","password":"correct horse"}"#
        let answer = answer(
            path,
            Array(
                "POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    .utf8))
        let text = String(decoding: answer ?? [], as: UTF8.self)
        let start = text.firstIndex(of: "{") ?? text.endIndex
        return (try? JSONValue(parsing: Array(text[start...].utf8)))?.object?["access_token"]?.string
    }

    /// Listens to the live events once, which are kept from then on, for as long as the next one is not too late.
    private static func run(_ path: String, _ token: String?) -> String {
        let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let request = Array("GET /api/v1/live/stream HTTP/1.1\r\nHost: x\r\n\(field)\r\n".utf8)
        for _ in 0..<40 {
            let text = String(decoding: answer(path, request, until: "id: ") ?? [], as: UTF8.self)
            if let id = text.components(after: "id: ") { return id }
        }
        return "0"
    }

    private static func folder() throws -> String {
        var name = Array("/tmp/nightjar-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw Failure(.failed, "No folder can be made in /tmp.") }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func wear(_ gateway: Gateway) {
        guard let pipeline = gateway.pipelines.first else { return }
        var wearer = SimulatedWearer(.init(seed: 3, routine: .showcase(origin: noon, preroll: 0)), from: noon)
        for _ in 0..<120 {
            wearer.advance(into: pipeline)
            pipeline.tick(at: wearer.now)
        }
    }

    /// Two days of minute counts, as an old recorder writes them.
    private static func bring(_ path: String, _ token: String?) {
        var file = "fuzz\r\n16-Jun-2025\r\n12:00\r\n4\r\n33\r\nV123456\r\nF\r\n"
        for minute in 0..<2880 {
            let hour = (12 + minute / 60) % 24
            file += "\(hour >= 23 || hour < 7 ? minute % 97 / 96 * 20 : 100 + minute * 7919 % 400)\r\n"
        }
        let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let head =
            "POST /api/v1/imports?name=fuzz.AWD&zone=UTC HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(field)"
            + "Content-Length: \(file.utf8.count)\r\n\r\n"
        _ = answer(path, Array((head + file).utf8))
    }
}

extension String {
    /// What follows a mark, up to the next dash.
    fileprivate func components(after mark: String) -> String? {
        split(separator: "\n").first { $0.hasPrefix(mark) }.map {
            String($0.dropFirst(mark.count).prefix { $0 != "-" })
        }
    }
}
