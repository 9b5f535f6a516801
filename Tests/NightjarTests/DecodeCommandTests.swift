import Foundation
import Signals
import TestKit
import Testing

@testable import nightjar

@Suite("The decode command")
struct DecodeCommandTests {
    @Test("writes floats that read back exactly, in single precision and, where the decimal is short, in double")
    func numbers() throws {
        var state: UInt32 = 7
        var values: [Float] = [
            0, -0.0, 1, -1, 0.1, 25.3, 1e-9, 3.4e38, 1.1754944e-38, 16_777_216, 15.99951171875, .nan,
        ]
        for _ in 0..<100_000 {
            state = state &* 1_664_525 &+ 1_013_904_223
            values.append(Float(Int32(bitPattern: state) >> 16) / 2048)
            values.append(Float(bitPattern: state))
        }
        var numbers = NumberText()
        for value in values {
            var buffer = CSVBuffer()
            numbers.append(value, to: &buffer)
            let text = String(decoding: buffer.pending, as: UTF8.self)
            guard value.isFinite else {
                #expect(text.isEmpty)
                continue
            }
            guard Float(text) == value else {
                Issue.record("\(value) became \(text)")
                return
            }
        }
        var buffer = CSVBuffer()
        numbers.append(15.99951171875 as Float, to: &buffer)
        #expect(buffer.pending == Array("15.99951171875".utf8))
    }

    @Test(
        "writes seconds to the nanosecond",
        arguments: [
            (1_551_178_505_995_957_031, "1551178505.995957031"), (1_551_178_506_000_000_000, "1551178506"),
            (1_551_178_506_250_000_000, "1551178506.25"), (1, "0.000000001"), (-250_000_000, "-0.25"),
            (-1_500_000_000, "-1.5"), (0, "0"),
        ] as [(Int64, String)])
    func seconds(nanoseconds: Int64, text: String) {
        var numbers = NumberText()
        var buffer = CSVBuffer()
        numbers.append(seconds: nanoseconds, to: &buffer)
        #expect(String(decoding: buffer.pending, as: UTF8.self) == text)
    }

    @Test("prints a made recording as JSON and as a table with the range asked for")
    func wholeCommand() throws {
        var writer = CWAWriter()
        writer.append(sectors: 20)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("decode-\(UUID().uuidString).CWA").path
        try Data(writer.bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let json = try JSONSerialization.jsonObject(with: run("decode", path, "--json").output) as? [String: Any]
        #expect(json?["samples"] as? Int == 2400 && json?["format"] as? String == "cwa")
        #expect((json?["device"] as? [String: Any])?["id"] as? String == "23456")
        let start = try #require(json?["start_s"] as? Double)
        let table = try text(run("decode", path, "--csv", "--start", "\(start + 1)", "--end", "\(start + 2)").output)
        let rows = table.split(separator: "\n")
        #expect(rows.first == "time_s,x,y,z" && (98...100).contains(rows.count - 1))
        let fields = rows[1].split(separator: ",").compactMap { Double($0) }
        #expect(fields.count == 4 && fields[0] >= start + 1)
        let shifted = try run("decode", path, "--csv", "--channel", "battery", "--zone", "Asia/Tokyo").output
        let first = try #require(text(shifted).split(separator: "\n").dropFirst().first?.split(separator: ",").first)
        #expect(abs((Double(first) ?? 0) - (start - 9 * 3600 + 119 / 98.8)) < 0.001)
    }

    @Test("exits with the promised codes")
    func exitCodes() throws {
        #expect(try run("decode", "/nowhere/x.cwa", "--json").code == 3)
        #expect(try run("decode", "/", "--json").code == 1)
        #expect(try run("decode", "--json").code == 2)
        #expect(try run("decode", "x.cwa", "--json", "--csv").code == 2)
    }

    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    /// Runs the program that was built beside the tests.
    private func run(_ words: String...) throws -> (output: Data, code: Int32) {
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
