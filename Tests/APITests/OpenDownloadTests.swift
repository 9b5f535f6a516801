import Accounts
import Analysis
import Devices
import Documents
import Exports
import Foundation
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import API
@testable import Gateway

/// What is being sent to a slow client when the right to it ends.
@Suite("Downloads and rights that end", .serialized, .timeLimit(.minutes(3)))
struct OpenDownloadTests {
    static let device = DeviceID(rawValue: "axivity-77")

    let fixture: AccountsFixture
    let ada: String, ben: String
    let person: Person.ID

    init() async throws {
        fixture = try AccountsFixture()
        ada = try await fixture.enter("ada")
        ben = try await fixture.enter("ben", by: ada)
        person = Person.ID(rawValue: try fixture.person("ben"))
    }

    /// A file of Ben's that packs badly, so that everything of his is long.
    func bring(bytes count: Int = 6 << 20) async throws {
        let (fixture, person) = (fixture, person)
        // Away from the threads that all tests share.
        try await Wire.blocking { try Self.bring(fixture, person, count) }
    }

    static func bring(_ fixture: AccountsFixture, _ person: Person.ID, _ count: Int) throws {
        let numbers = (0..<count / 8).map { _ in UInt64.random(in: .min ... .max) }
        let bytes = numbers.withUnsafeBytes { Array($0) }
        let file = ImportFile(name: "big.cwa", size: bytes.count, sha256: SHA256.digest(of: bytes), format: "cwa")
        guard case .begun(let work) = try fixture.gateway.store.beginImport(file, by: person) else { return }
        let own = Self.device.brought(by: person)
        let (first, last) = (fixture.clock.now.advanced(bySeconds: -7200), fixture.clock.now.advanced(bySeconds: -3600))
        try work.register(DeviceIdentity(maker: "Axivity", model: "AX3", serial: "77"), as: own, seen: last)
        try work.append(bytes: bytes)
        try work.finish(summary: Array("{}".utf8), device: own, first: first, last: last)
    }

    /// A recording of the box's, worn by somebody, or one that they brought.
    func record(
        by wearer: Person.ID, brought: Bool = false, epochs count: Int = 24_000
    ) async throws -> RecordingID {
        let fixture = fixture
        return try await Self.record(fixture, wearer, brought, count)
    }

    static func record(
        _ fixture: AccountsFixture, _ wearer: Person.ID, _ brought: Bool, _ count: Int
    ) async throws -> RecordingID {
        let store = fixture.gateway.store
        let own = brought ? device.brought(by: wearer) : device
        let first = Instant(nanoseconds: fixture.clock.now.nanoseconds / 5_000_000_000 * 5_000_000_000)
            .advanced(bySeconds: -5 * Double(count))
        let bytes = Array("a recording of \(count)".utf8)
        let file = ImportFile(name: "a.cwa", size: bytes.count, sha256: SHA256.digest(of: bytes), format: "cwa")
        guard case .begun(let work) = try store.beginImport(file, by: brought ? wearer : nil) else {
            throw CancellationError()
        }
        try work.register(
            DeviceIdentity(maker: "Axivity", model: "AX3", serial: "77"), as: own, seen: fixture.clock.now)
        try work.append(bytes: bytes)
        for start in stride(from: 0, to: count, by: 1000) {
            let epochs = (start..<min(start + 1000, count)).map { (index: Int) -> Epoch in
                let number = Double(index)
                var epoch = Epoch(start: first.advanced(bySeconds: number * 5), seconds: 5)
                epoch.motion = .init(samples: 500, enmo: 1 / (number + 3), mad: 1 / (number + 7), angleZ: 0.3)
                return epoch
            }
            try work.append(epochs, device: own)
        }
        try work.finish(
            summary: Array("{}".utf8), device: own, first: first,
            last: first.advanced(bySeconds: 5 * Double(count) - 1))
        guard !brought else { return work.id }
        try await fixture.gateway.wearerRegistry.correct(
            Self.device, person: wearer, from: first.advanced(bySeconds: -60), to: nil)
        return work.id
    }

    /// A download by a slow client that has the head by now.
    func download(_ path: String, _ token: String) async throws -> (wire: Wire, start: Data, length: Int) {
        let wire = try Wire(port: fixture.server.addresses[0].port, isSlow: true)
        try await wire.send(
            "GET /api/v1\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\n\r\n"
        )
        let start = Data(try await wire.start())
        let end = try #require(start.range(of: Data("\r\n\r\n".utf8)))
        let head = String(decoding: start[..<end.lowerBound], as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 200"), "\(head)")
        let field = try #require(head.lowercased().range(of: "content-length: "))
        let length = try #require(Int(head[field.upperBound...].prefix { $0.isNumber }))
        return (wire, start[end.upperBound...], length)
    }

    /// How many bytes of the body are missing when the server has closed the connection.
    func missing(_ download: (wire: Wire, start: Data, length: Int)) async throws -> Int {
        let rest = try await download.wire.bytes()
        return download.length - download.start.count - rest.count
    }

    @Test("arrive whole while rights of others end and one's own stay")
    func whole() async throws {
        try await bring()
        let mine = try await download("/auth/me/export", ben)
        let cora = try await fixture.enter("cora", by: ada)
        #expect((200..<300).contains(try await fixture.ask("POST", "/api/v1/auth/logout", "{}", token: cora).status))
        fixture.feed.events.beat()
        #expect(mine.length > 6 << 20)
        #expect(try await missing(mine) == 0)
    }

    @Test("of everything break off in each way of ending a right", arguments: OpenStreamTests.Ending.allCases)
    func ends(_ ending: OpenStreamTests.Ending) async throws {
        try await bring()
        let mine = try await download("/auth/me/export", ben)
        let accounts = fixture.gateway.accounts
        let id = person.rawValue
        switch ending {
        case .logout: _ = try await fixture.ask("POST", "/api/v1/auth/logout", "{}", token: ben)
        case .revoked: try accounts.endSession(try #require(accounts.sessions(of: id).first).id, of: id)
        case .password: try await accounts.reset(id, password: "another horse")
        case .removed: try accounts.remove(id)
        case .deleted: _ = try await fixture.gateway.delete(person)
        }
        #expect(try await missing(mine) > 1 << 20)
    }

    /// What ends the right to a recording of a child, or of oneself, though the session goes on.
    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case demoted, worn, refused, erased
        var testDescription: String { rawValue }
    }

    @Test("of a recording break off when it is another's, or its reader no owner any more", arguments: Change.allCases)
    func recording(_ change: Change) async throws {
        let (wearerRegistry, accounts) = (fixture.gateway.wearerRegistry, fixture.gateway.accounts)
        var wearer = person
        if change == .demoted || change == .erased {
            _ = try accounts.change(person.rawValue, role: .admin)
            wearer = try await wearerRegistry.add("Child").id
        }
        let id = try await record(by: wearer)
        let path = "/recordings/\(id.rawValue)/export?format=csv"
        let file = try await download(path, ben)
        let other = try await download(path + "&file=recording-\(id.rawValue)-axivity-77.epochs.csv", ben)
        switch change {
        case .demoted: _ = try accounts.change(person.rawValue, role: .patient)
        case .worn:
            let ada = Person.ID(rawValue: try fixture.person("ada"))
            let since = fixture.clock.now.advanced(bySeconds: -3600)
            try await wearerRegistry.correct(Self.device, person: ada, from: since, to: nil)
        case .refused:
            let answer = try await fixture.ask("PUT", "/api/v1/consents/movement", #"{"allowed":false}"#, token: ben)
            let heart = try await fixture.ask("PUT", "/api/v1/consents/heart_rate", #"{"allowed":false}"#, token: ben)
            #expect(answer.status == 200 || heart.status == 200)
        case .erased: _ = try await fixture.gateway.delete(wearer)
        }
        #expect(try await missing(other) > 1 << 20)
        #expect(try await missing(file) > 0)
    }

    /// How many bytes are missing of each of some downloads after `change`.
    func missing(_ paths: [String], after change: () async throws -> Void) async throws -> [Int] {
        var downloads: [(wire: Wire, start: Data, length: Int)] = []
        for path in paths { downloads.append(try await download(path, ben)) }
        try await change()
        var missing: [Int] = []
        for download in downloads { missing.append(try await self.missing(download)) }
        return missing
    }

    func give(_ id: RecordingID, to name: String) async throws {
        let path = "/api/v1/imports/recording-\(id.rawValue)/wearer"
        let answer = try await fixture.ask("PUT", path, #"{"wearer":"\#(name)"}"#, token: ada)
        #expect(answer.status == 200, "\(answer)")
    }

    @Test("of a recording, and of everything with it, break off when it is given to somebody else")
    func given() async throws {
        try await bring()
        let id = try await record(by: person, brought: true)
        let missing = try await missing(["/auth/me/export", "/recordings/\(id.rawValue)/export?format=csv"]) {
            try await give(id, to: "ada")
        }
        #expect(missing[0] > 1 << 20 && missing[1] > 0, "\(missing)")
    }

    @Test("arrive whole when somebody else puts the device on now, and when recordings of others are given away")
    func handedOver() async throws {
        try await bring()
        let id = try await record(by: person)
        let cora = try await fixture.gateway.wearerRegistry.add("Cora").id
        let other = try await record(by: cora, brought: true, epochs: 10)
        let missing = try await missing(["/auth/me/export", "/recordings/\(id.rawValue)/export?format=csv"]) {
            let ada = Person.ID(rawValue: try fixture.person("ada"))
            try await fixture.gateway.wearerRegistry.correct(Self.device, person: ada, from: fixture.clock.now, to: nil)
            try await give(other, to: "ada")
            // Nobody else's by that.
            let own = try fixture.gateway.store.recordings().first { $0.file.name == "big.cwa" }
            try await give(try #require(own).id, to: "ben")
        }
        #expect(missing == [0, 0])
    }

    @Test("go on without a look at the disk, which the threads that publish and send must not wait for")
    func disk() async throws {
        try await bring()
        let path = "\(fixture.folder)/store.sqlite"
        let missing = try await missing(["/auth/me/export"]) {
            try await Wire.blocking { try Self.rename("device", to: "device_away", in: path) }
            #expect(throws: Failure.self) { _ = try fixture.gateway.store.devices() }
            fixture.feed.events.review()
            try await Wire.blocking { try Self.rename("device_away", to: "device", in: path) }
        }
        #expect(missing == [0])
    }

    static func rename(_ table: String, to name: String, in path: String) throws {
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [
            "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])", path,
            "ALTER TABLE \(table) RENAME TO \(name)",
        ]
        try python.run()
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
    }
}
