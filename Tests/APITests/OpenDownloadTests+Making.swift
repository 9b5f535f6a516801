import Accounts
import Analysis
import Devices
import Documents
import Exports
import Foundation
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import API
@testable import Gateway

extension OpenDownloadTests {
    @Test("that are over take no later answer on the same connection with them when they are found to have ended")
    func later() async throws {
        let (sent, asked, started, reviewed) = (Flag(), Flag(), Flag(), Flag())
        let decided = DispatchSemaphore(value: 0)
        var router = Router()
        router.get("/api/v1/long") { _ in
            HTTPResponse.bytes(status: 200, [UInt8](repeating: 0x78, count: 6 << 20), contentType: "text/plain")
                .whileAllowed {
                    guard sent.isSet else {
                        sent.set()
                        return true
                    }
                    asked.set()
                    decided.wait()
                    return false
                }
        }
        router.get("/api/v1/later") { _ in
            started.set()
            _ = try await TestServer.eventually { reviewed.isSet }
            return .text("all of it")
        }
        var configuration = HTTPServer.Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.accessControl = AccessControl(fixture.gateway)
        let events = EventHub()
        let server = try HTTPServer(configuration, router: router, events: events)
        defer { server.stop() }
        let wire = try Wire(port: server.addresses[0].port, isSlow: true)
        let head = { (name: String) in
            "GET /api/v1/\(name) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(ben)\r\n\r\n"
        }
        try await wire.send(head("long"))
        #expect(try await TestServer.eventually { sent.isSet })
        Thread.detachNewThread {
            events.review()
            reviewed.set()
        }
        #expect(try await TestServer.eventually { asked.isSet })
        #expect(try await wire.answer().utf8.count > 6 << 20)
        try await wire.send(head("later"))
        #expect(try await TestServer.eventually { started.isSet })
        decided.signal()
        #expect(try await wire.answer().hasSuffix("all of it"))
    }

    /// Does something in a callback that cannot suspend.
    private static func wait(for work: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await work()
            done.signal()
        }
        done.wait()
    }

    @Test("are not made of a recording that is given to somebody else meanwhile", arguments: ["csv", "json"])
    func givenWhileMade(format: String) async throws {
        let (id, gateway) = (try await record(by: person, brought: true), fixture.gateway)
        let content = try gateway.content(of: id)
        let part = try #require(try Gateway.parts(of: content, format: format).first)
        let ada = Person.ID(rawValue: try fixture.person("ada"))
        var pieces = 0
        let failure = #expect(throws: Failure.self) {
            _ = try part.write { _ in
                if pieces == 0 { Self.wait { _ = try? await gateway.give(id, to: ada) } }
                pieces += 1
            }
        }
        #expect(failure?.code == .conflict && pieces > 1)
    }

    @Test("go by the right of the moment in which the content was read, and end with nothing that lies ahead")
    func moment() async throws {
        let id = try await record(by: person, epochs: 100)
        let (gateway, now) = (fixture.gateway, fixture.clock.now)
        let visibility = gateway.visibility(of: person, isOwner: false)
        let ada = Person.ID(rawValue: try fixture.person("ada"))
        let hour = 3600.0
        var reads = 0
        let (content, right) = try await gateway.held(visibility) {
            reads += 1
            var content = try gateway.content(of: id, visibility)
            // As a night that goes on.
            content.window = content.window.lowerBound..<now.advanced(bySeconds: hour)
            if reads == 1 {
                try await gateway.wearerRegistry.correct(
                    Self.device, person: ada, from: now.advanced(bySeconds: -60), to: now.advanced(bySeconds: -30))
            }
            return content
        }
        // Read again, without what is another's by then.
        #expect(reads == 2 && content.epochs.count == 94, "\(content.epochs.count)")
        try await gateway.wearerRegistry.correct(Self.device, person: ada, from: now, to: nil)
        #expect(gateway.holds(right, visibility))
        #expect(try gateway.stands(right))
        _ = try await gateway.give(id, to: ada)
        #expect(!gateway.holds(right, visibility))
        #expect(try !gateway.stands(right))
    }

    @Test("made while they are sent end without the end of their body, and so does who makes them")
    func stream() async throws {
        let ended = Flag()
        var router = Router()
        router.get("/api/v1/endless") { _ in
            .stream(contentType: "text/plain") { stream in
                defer { ended.set() }
                while true { try await stream.write([UInt8](repeating: 0x78, count: 65_536)) }
            }
        }
        var configuration = HTTPServer.Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.accessControl = AccessControl(fixture.gateway)
        let server = try HTTPServer(configuration, router: router, events: fixture.feed.events)
        defer { server.stop() }
        let wire = try Wire(port: server.addresses[0].port, isSlow: true)
        try await wire.send(
            "GET /api/v1/endless HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(ben)\r\n\r\n")
        let start = try await wire.start()
        #expect(!ended.isSet)
        try fixture.gateway.accounts.endSession(
            try #require(fixture.gateway.accounts.sessions(of: person.rawValue).first).id, of: person.rawValue)
        #expect(try await TestServer.eventually { ended.isSet })
        let all = try await start + wire.bytes()
        #expect(!all.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)))
    }
}

/// A flag that is raised once.
final class Flag: Sendable {
    private let state = Mutex(false)
    func set() { state.withLock { $0 = true } }
    var isSet: Bool { state.withLock { $0 } }
}
