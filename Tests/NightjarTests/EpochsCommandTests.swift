import Foundation
import Testing

@testable import nightjar

@Suite("The epochs command")
struct EpochsCommandTests {
    /// Ten seconds at 50 Hz, tilted by a third and shaken every other second.
    private let rows = (0..<500).map { index in
        let shake = index / 50 % 2 == 0 ? 0 : Double(index % 2) / 4
        return (time: 1_700_000_000 + Double(index) / 50, x: shake, y: 0.6, z: 0.8)
    }

    @Test("makes the same epochs of a table with times and of one at a steady rate, with and without header row")
    func tables() throws {
        let timed = rows.map { String(format: "%.2f,%.2f,%.1f,%.1f", $0.time, $0.x, $0.y, $0.z) }
        let bare = rows.map { String(format: "%.2f;%.1f;%.1f", $0.x, $0.y, $0.z) }
        let first = try lines(timed, "--seconds", "1")
        #expect(first.count == 11 && first[0] == "time_s,samples,enmo_g,mad_g,angle_z_deg")
        #expect(first[1].hasPrefix("1700000000,50,"))
        #expect(try lines(["time_s,x,y,z"] + timed, "--seconds", "1") == first)
        let steady = try lines(bare, "--seconds", "1", "--rate", "50", "--csv")
        #expect(steady.map(values) == first.map(values))
        #expect(try lines(["x;y;z"] + bare, "--seconds", "1", "--rate", "50") == steady)
        let fields = first[1].split(separator: ",").compactMap { Double($0) }
        let tilt = 53.13010235415598
        #expect(abs(fields[4] - tilt) < 1e-5 && fields[2] < 1e-7 && fields[3] < 1e-7)
    }

    @Test("prints the metrics asked for as arrays")
    func json() throws {
        let timed = rows.map { "\($0.time),\($0.x),\($0.y),\($0.z)" }
        let text = try lines(timed, "--seconds", "5", "--metrics", "enmoa_g,mad_g", "--json").joined()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["time_s"] as? [Int] == [1_700_000_000, 1_700_000_005])
        #expect(object["samples"] as? [Int] == [250, 250])
        #expect((object["enmoa_g"] as? [Double])?.count == 2 && (object["mad_g"] as? [Double])?.count == 2)
        #expect(object["enmo_g"] == nil && object["calibration"] is NSNull)
    }

    @Test(
        "lays epochs on the wall of the zone",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Asia/Kolkata")))
    func zone() throws {
        let timed = ["0,0,0,1", "1800,0,0,1", "3599,0,0,1", "3600,0,0,1"]
        #expect(try lines(timed, "--seconds", "3600").dropFirst().map(start) == ["0", "3600"])
        let india = try lines(timed, "--seconds", "3600", "--zone", "Asia/Kolkata")
        #expect(india.dropFirst().map(start) == ["-1800", "1800"])
    }

    @Test("counts empty and impossible values instead of printing them")
    func badValues() throws {
        let table = try lines(["0,0,0,1", "1,,0,1", "2,nan,0,1", "3,0,0,1"], "--seconds", "60")
        #expect(table.count == 2 && table[1].hasPrefix("0,2,"))
    }

    @Test("exits with the promised codes")
    func exitCodes() throws {
        let path = try write(["0,0,0,1"])
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try run(["epochs", path]).code == 0)
        #expect(try run(["epochs", path, "--seconds", "0"]).code == 2)
        #expect(try run(["epochs", path, "--seconds", "5", "--metrics", "enmo"]).code == 2)
        #expect(try run(["epochs", path, "--seconds", "5", "--rate", "50"]).code == 2)
        #expect(try run(["epochs", path, "--seconds", "5", "--csv", "--json"]).code == 2)
        #expect(try run(["epochs", "/nowhere.cwa", "--seconds", "5"]).code == 3)
        #expect(throws: (any Error).self) { try lines(["0,0,0,1", "1,zero,0,1"], "--seconds", "5") }
        #expect(throws: (any Error).self) { try lines(["0,0", "1,0"], "--seconds", "5") }
    }

    private struct Exit: Error { var code: Int32 }

    private func start(_ line: String) -> String { String(line.prefix { $0 != "," }) }

    private func values(_ line: String) -> String { String(line.drop { $0 != "," }) }

    private func lines(_ rows: [String], _ options: String...) throws -> [String] {
        let path = try write(rows)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (output, code) = try run(["epochs", path] + options)
        guard code == 0 else { throw Exit(code: code) }
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func write(_ rows: [String]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("epochs-\(UUID().uuidString).csv").path
        // No line feed at the end: people's tables often lack it.
        try rows.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func run(_ words: [String]) throws -> (output: Data, code: Int32) {
        let process = Process()
        process.executableURL = Bundle.main.bundleURL.appendingPathComponent("nightjar")
        process.arguments = words
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (data, process.terminationStatus)
    }
}

@Suite("Rows of a table")
struct TableRowTests {
    private func row<T>(_ text: String, _ body: (TableRow) -> T) -> T {
        Array("\(text)\n".utf8).withUnsafeBytes { body(TableRow($0)) }
    }

    @Test(
        "reads seconds to the nanosecond",
        arguments: [
            ("1551174907.255", 1_551_174_907_255_000_000), ("0", 0), ("-1.5", -1_500_000_000), (".25", 250_000_000),
            ("1.5e3", 1_500_000_000_000), ("7.1234567899", 7_123_456_789), ("1700000000.", 1_700_000_000_000_000_000),
        ] as [(String, Int64)])
    func seconds(text: String, nanoseconds: Int64) {
        #expect(row(text) { $0.nanoseconds(0) } == nanoseconds)
    }

    @Test("takes no time that is none", arguments: ["", "x", ".", "-", "1.2.3", "99999999999", "1e300", "nan", "--1"])
    func noTime(text: String) { #expect(row("\(text),1") { $0.nanoseconds(0) } == nil) }

    @Test("takes whole fields only, trimmed")
    func numbers() {
        #expect(row(" \"1.5\" ,2 x,,-3") { $0.number(0) } == 1.5)
        #expect(row("1.5,2 x") { $0.number(1) } == nil)
        #expect(row("1.5,,3") { $0.isEmpty(1) && !$0.isEmpty(2) && $0.isEmpty(3) })
        #expect(row("1;2\t3\r") { $0.number(2) } == 3)
        #expect(row((0..<40).map(String.init).joined(separator: ",")) { $0.count } == 16)
    }
}
