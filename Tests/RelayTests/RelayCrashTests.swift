import Foundation
import Testing

@Suite("Relay with processes that are killed")
struct RelayCrashTests {
    @Test("loses nothing that was promised and brings nothing twice")
    func kills() throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: (own as NSString).deletingLastPathComponent + "/crash-relay")
        process.arguments = ["run", "100", "7", folder]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains(#""lost":0,"twice":0,"out_of_order":0"#))
    }
}
