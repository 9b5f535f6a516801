import Exports
import Foundation
import Signals
import Testing

/// Opens what is written with readers that are not ours (pyEDFlib, MNE, pandas); needs `NIGHTJAR_PYTHON`, a Python that
/// has them.
@Suite("Independent readers")
struct IndependentReaderTests {
    static let python = ProcessInfo.processInfo.environment["NIGHTJAR_PYTHON"]

    @Test("read back every value of a night", .enabled(if: python != nil), arguments: [30, 5, 60])
    func night(epochSeconds: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nightjar-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = SampleNight.content(epochSeconds: epochSeconds)
        let files = [try EDFExport.file(content), JSONExport.file(content)] + CSVExport.files(content)
        try ExportFolder.write(files + [ExportManifest.file(content, files)], to: folder.path)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Acceptance/test_exports.py")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = ["-m", "pytest", "-q", "-p", "no:cacheprovider", script.path]
        process.environment = ProcessInfo.processInfo.environment.merging(["NIGHTJAR_EXPORTS": folder.path]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
