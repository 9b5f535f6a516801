import Foundation
import Signals
import Testing

@testable import nightjar

@Suite("Tables of numbers")
struct NumberTableTests {
    private func table(_ text: String) throws -> NumberTable {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return try NumberTable(path: path)
    }

    @Test(
        "reads commas, semicolons, tabs and blanks, with quotes and carriage returns",
        arguments: [
            "1,2.5\n3,-4e2", "1;2.5\r\n3;-4e2\r\n", "1\t2.5\n3\t-4e2\n\n", " 1   2.5\n3 -4e2", "\"1\",\"2.5\"\n3,-4e2",
        ])
    func separators(text: String) throws {
        let table = try table(text)
        #expect(table.count == 2 && table.header == nil)
        #expect([table.value(0, 0), table.value(0, 1), table.value(1, 0), table.value(1, 1)] == [1, 2.5, 3, -400])
    }

    @Test("finds columns by the header row in any order and case, or by place without one")
    func header() throws {
        let named = try table("\u{FEFF}# a note\nRR_ms,T_S\n812,10\n")
        #expect(named.column("t_s", at: 0) == 1 && named.column("rr_ms", at: 1) == 0)
        #expect(named.column("x", at: 0) == nil)
        let bare = try table("10,812\n")
        #expect(bare.column("t_s", at: 0) == 0 && bare.column("z", at: 3) == nil)
    }

    @Test("takes empty fields, nan and short rows as missing")
    func missing() throws {
        let table = try table("a,b,c\n1,,3\nnan,2\n")
        #expect(table.value(0, 1) == nil && table.value(1, 0) == nil && table.value(1, 2) == nil)
        #expect(table.value(1, 1) == 2)
    }

    @Test("names the line of what is no number")
    func bad() throws {
        let error = try #require(throws: Failure.self) { try table("a,b\n1,2\n3,four\n") }
        #expect(error.message.contains("line 3") && error.message.contains("four"))
    }
}
