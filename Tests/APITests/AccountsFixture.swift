import API
import Accounts
import Devices
import Foundation
import Gateway
import Runtime
import Signals
import TestKit
import Testing

/// A gateway on a loopback port with its door, and clients who sign in there.
final class AccountsFixture: Sendable {
    let folder: String
    private let memory: MemoryFolder?
    let clock = ManualClock()
    let gateway: Gateway
    let server: HTTPServer
    let feed: LiveFeed
    let router: Router

    init(
        sources: [any DeviceSource] = [], folder: String? = nil,
        _ change: (inout Gateway.Configuration) -> Void = { _ in }
    ) throws {
        memory = folder == nil ? try MemoryFolder() : nil
        self.folder = try folder ?? #require(memory).path
        var configuration = Gateway.Configuration(folder: self.folder, zone: .utc, clock: clock)
        configuration.passwordCost = .least
        change(&configuration)
        gateway = try Gateway(configuration, sources: sources)
        feed = LiveFeed(gateway)
        router = Routes.router(for: gateway, live: feed)
        var listening = HTTPServer.Configuration(
            address: ListenAddress(host: "127.0.0.1", port: 0), unixSocket: "\(self.folder)/g.sock")
        listening.accessControl = AccessControl(gateway)
        // Many tests run at once, and one that waits for its turn is no attack.
        listening.headTimeout = .seconds(300)
        server = try HTTPServer(listening, router: router, events: feed.events)
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// An answer as it came.
    struct Answer {
        var status: Int
        var head: String
        var body: String

        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
        }

        func field(_ name: String) -> [String] {
            head.components(separatedBy: "\r\n").filter { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }

        /// The cookies that it sets, as a browser sends them.
        var cookies: String { field("Set-Cookie").map { String($0.prefix { $0 != ";" }) }.joined(separator: "; ") }
    }

    func ask(
        _ method: String, _ path: String, _ json: String = "", bytes: [UInt8]? = nil, token: String? = nil,
        fields: [String] = [],
        overSocket: Bool = false
    ) async throws -> Answer {
        let wire = overSocket ? try Wire(path: "\(folder)/g.sock") : try Wire(port: server.addresses[0].port)
        let body = bytes ?? Array(json.utf8)
        let own =
            ["Host: localhost", "Connection: close"] + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + fields
        let head =
            "\(method) \(path) HTTP/1.1\r\n\(own.joined(separator: "\r\n"))\r\nContent-Length: \(body.count)\r\n\r\n"
        try await wire.send(Array(head.utf8) + body)
        let text = try await wire.readAll()
        let end = text.range(of: "\r\n\r\n")
        return Answer(
            status: Int(text.dropFirst(9).prefix(3)) ?? 0, head: String(text[..<(end?.lowerBound ?? text.endIndex)]),
            body: String(text[(end?.upperBound ?? text.endIndex)...]))
    }

    func post(_ path: String, _ json: String, token: String? = nil) async throws -> Answer {
        try await ask("POST", "/api/v1\(path)", json, token: token)
    }

    /// Enters a person and returns their access token.
    func enter(_ name: String, by owner: String? = nil) async throws -> String {
        let answer = try await post(
            "/auth/register", #"{"email":"\#(name)@example.org","password":"correct horse"}"#, token: owner)
        return try #require(answer.object["access_token"] as? String, "\(answer)")
    }

    /// The number of somebody who was entered.
    func person(_ name: String) throws -> Int64 {
        try #require(gateway.accounts.accounts.first { $0.displayName == name }).id
    }

    /// A box with a made wearable, of Ada's, and Ben who can sign in there too.
    static func ofTwo(_ device: Simulated = Simulated(seed: 3)) async throws -> (
        fixture: AccountsFixture, ada: String, ben: String
    ) {
        let fixture = try AccountsFixture(sources: [device])
        let ada = try await fixture.enter("ada")
        return (fixture, ada, try await fixture.enter("ben", by: ada))
    }
}
