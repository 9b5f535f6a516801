import API
import DeviceProfiles
import Devices
import Foundation
import Gateway
import Runtime
import Signals
import TestKit
import Testing

/// A gateway with a synthetic wearer that sends only what a test lets it send, behind its real routes on a unix socket.
final class GatewayFixture: Sendable {
    static let noon = Instant(nanoseconds: 1_750_248_000_000_000_000)

    /// Read once: many houses are built.
    private static let profiles = ProfileLibrary(folders: [])

    let gateway: Gateway
    private let server: HTTPServer
    private let feed: LiveFeed
    private let folder: String
    /// Holds a folder of its own; nil for one that was given, which stays.
    private let memory: MemoryFolder?

    /// A house; with wearables it looks for them, too. `recorder` is on the cable of every device. A `folder` of its own is
    /// gone afterwards, one that is given stays.
    init(_ wearables: Wearables? = nil, recorder: (any CableRecorder)? = nil, folder own: String? = nil) throws {
        memory = own == nil ? try MemoryFolder() : nil
        folder = try own ?? #require(memory).path
        var configuration = Gateway.Configuration(folder: folder, zone: .utc)
        configuration.recorder = { _ in recorder }
        gateway = try Gateway(
            configuration, sources: wearables == nil ? [Simulated(seed: 3)] : [], finders: wearables.map { [$0] } ?? [])
        wearables?.listens(gateway)
        feed = LiveFeed(gateway)
        server = try HTTPServer(
            .init(unixSocket: "\(folder)/g.sock"),
            router: Routes.router(for: gateway, live: feed, profiles: Self.profiles),
            events: feed.events)
    }

    /// Runs the gateway for as long as `body` does.
    func running(_ body: () async throws -> Void) async throws {
        let task = Task { [gateway] in try await gateway.run() }
        defer { task.cancel() }
        try await body()
        task.cancel()
        _ = try? await task.value
    }

    deinit {
        server.stop()
    }

    /// An answer: status, media type and body.
    struct Answer {
        var status: Int
        var type: String
        var body: String

        /// The body as a JSON object.
        var object: [String: Any] {
            get throws { try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:] }
        }
    }

    func wire() throws -> Wire { try Wire(path: "\(folder)/g.sock") }

    func ask(_ method: String, _ path: String, body: [UInt8] = []) async throws -> Answer {
        let wire = try wire()
        let head = "\(method) \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        try await wire.send(Array(head.utf8) + body)
        let text = try await wire.readAll()
        let end = text.range(of: "\r\n\r\n")
        let fields = text[..<(end?.lowerBound ?? text.endIndex)].lowercased().split(separator: "\r\n")
        let type = fields.first { $0.hasPrefix("content-type: ") }.map { String($0.dropFirst(14)) } ?? ""
        return Answer(
            status: Int(text.dropFirst(9).prefix(3)) ?? 0, type: type,
            body: String(text[(end?.upperBound ?? text.endIndex)...]))
    }

    func send(_ method: String, _ path: String, _ json: String = "") async throws -> Answer {
        try await ask(method, path, body: Array(json.utf8))
    }

    func get(_ path: String) async throws -> [String: Any] { try await ask("GET", path).object }

    /// Sends a file and waits for the end of its import.
    func bring(_ bytes: [UInt8], _ name: String) async throws -> [String: Any] {
        let begun = try await ask("POST", "/api/v1/imports?name=\(name)&zone=UTC", body: bytes)
        guard begun.status == 202, let id = try begun.object["id"] as? String else { return try begun.object }
        for _ in 0..<3000 {
            let status = try await get("/api/v1/imports/\(id)")
            if !["receiving", "decoding", "analysing"].contains(status["state"] as? String) { return status }
            try await Task.sleep(for: .milliseconds(10))
        }
        return [:]
    }

    /// Lets the wearer send some minutes.
    func wear(minutes: Int) {
        let pipeline = gateway.pipelines[0]
        var wearer = SimulatedWearer(
            .init(seed: 3, routine: .showcase(origin: Self.noon, preroll: 0)), from: Self.noon)
        for _ in 0..<(60 * minutes) {
            wearer.advance(into: pipeline)
            pipeline.tick(at: wearer.now)
        }
    }
}

extension [String: Any] {
    /// The names of the fields.
    var names: Set<String> { Set(keys) }
    /// An object in the object.
    func object(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
    /// An array of objects in the object.
    func objects(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }
    /// Whether the field is there and null.
    func isNull(_ name: String) -> Bool { self[name] is NSNull }
}
