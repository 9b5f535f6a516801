import Foundation
import Signals
import Testing

@testable import Runtime

@Suite struct SystemZoneTests {
    static let hasZones = FileManager.default.fileExists(atPath: "\(Zone.systemFolder)/Europe/Berlin")

    /// The C library reads the same files by code of its own; Foundation brings a database of another year along.
    @Test(
        "agrees with the C library over two centuries", .enabled(if: hasZones),
        arguments: [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
            "Africa/Casablanca", "America/Sao_Paulo", "Asia/Gaza", "Europe/Dublin", "America/Nuuk",
        ])
    func agreement(name: String) throws {
        let zone = try Zone.named(name)
        let seconds = Array(stride(from: Int64(-1_500_000_000), to: 4_100_000_000, by: 1_234_567))
        let expected = try Self.offsets(in: name, at: seconds)
        try #require(expected.count == seconds.count)
        for (second, offset) in zip(seconds, expected) {
            #expect(zone.offset(at: Instant(nanoseconds: second * 1_000_000_000)) == offset, "\(name) at \(second)")
        }
    }

    /// Seconds ahead of UTC by date(1).
    private static func offsets(in name: String, at seconds: [Int64]) throws -> [Int] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("zone-\(UUID().uuidString)")
        try Data(seconds.map { "@\($0)\n" }.joined().utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/date")
        process.arguments = ["-f", file.path, "+%::z"]
        process.environment = ["TZ": name, "LC_ALL": "C"]
        process.standardOutput = pipe
        try process.run()
        let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return lines.split(separator: "\n").map { line in
            let parts = line.dropFirst().split(separator: ":").compactMap { Int($0) }
            let magnitude = parts.reduce(0) { $0 * 60 + $1 }
            return line.hasPrefix("-") ? -magnitude : magnitude
        }
    }

    @Test("needs no file for UTC", arguments: ["UTC", "Etc/UTC", "GMT"])
    func utc(name: String) throws {
        let zone = try Zone.named(name, folder: "/nonexistent")
        #expect(zone.offset(at: Instant(nanoseconds: 0)) == 0)
        #expect(zone.name == name)
    }

    @Test(
        "refuses names that lead out of the folder or are none",
        arguments: [
            "", "/etc/passwd", "../../etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin", "Europe/", "./UTC",
            "Europe/Ber lin", "Europe/Berlin\0", "Zürich", String(repeating: "a", count: 65),
        ])
    func names(name: String) {
        let failure = #expect(throws: Failure.self) { try Zone.named(name) }
        #expect(failure?.code == .usage)
        #expect(failure?.message.contains("Europe/Berlin") == true)
    }

    @Test("tells what to do about a zone that is not there", arguments: ["Europe/Atlantis", "Europe"])
    func unknown(name: String) {
        let failure = #expect(throws: Failure.self) { try Zone.named(name) }
        #expect(failure?.code == .notFound)
        #expect(failure?.message.contains("tzdata") == true)
    }

    @Test("tells of a damaged file")
    func damaged() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("TZif2".utf8).write(to: folder.appendingPathComponent("Broken"))
        let failure = #expect(throws: Failure.self) { try Zone.named("Broken", folder: folder.path) }
        #expect(failure?.cause is DecodeError)
    }

    @Test("reads a rule from the environment")
    func rule() throws {
        let zone = try Zone.fromEnvironment("CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(zone.offset(at: Instant(nanoseconds: 1_720_000_000_000_000_000)) == 7200)
        #expect(zone.offset(at: Instant(nanoseconds: 1_705_000_000_000_000_000)) == 3600)
        #expect(try Zone.fromEnvironment("") == .utc)
        #expect(throws: Failure.self) { try Zone.fromEnvironment("/etc/passwd") }
        #expect(throws: Failure.self) { try Zone.fromEnvironment("../x") }
    }

    @Test("finds the name in the target of a link")
    func link() {
        #expect(Zone.nameInPath("/usr/share/zoneinfo/Europe/Berlin") == "Europe/Berlin")
        #expect(Zone.nameInPath("../usr/share/zoneinfo/posix/America/New_York") == "America/New_York")
        #expect(Zone.nameInPath("/etc/somewhere") == nil)
    }
}
