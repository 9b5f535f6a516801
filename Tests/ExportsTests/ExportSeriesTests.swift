import Analysis
import Documents
import Signals
import Synchronization
import Testing

@testable import Exports

@Suite("Exports piece by piece")
struct ExportSeriesTests {
    /// Weeks of epochs, of which only a part is made at a time, and how many were made and given out at once.
    private final class Source: Sendable {
        static let (parts, each) = (10, 300)
        let most = Mutex(0)
        let asked = Mutex(0)
        let shrinksAt: Int?

        init(shrinksAt: Int? = nil) { self.shrinksAt = shrinksAt }

        static func epochs(_ part: Int) -> [Epoch] {
            (part * each..<(part + 1) * each).map { (index: Int) -> Epoch in
                let number = Double(index)
                let start = SampleNight.start.advanced(bySeconds: number * 5)
                var epoch = Epoch(start: start, seconds: 5)
                epoch.motion = .init(samples: 500, enmo: 1 / (number + 3), mad: 0.25, angleZ: 90 / (number + 1))
                if index % 3 == 0 { epoch.heart = .init(beats: 5, rate: 60.5) }
                return epoch
            }
        }

        var series: ExportSeries<Epoch> { ExportSeries { self.part($0) } }

        func part(_ part: Int) -> [Epoch]? {
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            guard part < Self.parts, shrinksAt.map({ count < $0 }) ?? true else { return nil }
            let epochs = Self.epochs(part)
            most.withLock { $0 = max($0, epochs.count) }
            return epochs
        }
    }

    @Test("that are gone through once are refused when they went meanwhile", arguments: ExportFormat.allCases)
    func went(format: ExportFormat) throws {
        let source = Source(shrinksAt: 5)
        let series = ExportSeries<Epoch>(parts: { source.part($0) }) { source.asked.withLock { $0 < 5 } }
        let failure = #expect(throws: Failure.self) { _ = try format.files(of: content(series)) }
        #expect(failure?.code == .conflict)
    }

    private func content(_ epochs: ExportSeries<Epoch>) -> ExportContent {
        var content = SampleNight.content(epochSeconds: 5)
        content.window = SampleNight.start..<SampleNight.start.advanced(bySeconds: 5.0 * 3000)
        content.epochs = epochs
        return content
    }

    @Test("are the same bytes as all at once, in pieces that do not grow", arguments: ExportFormat.allCases)
    func same(format: ExportFormat) throws {
        let source = Source()
        let whole = try format.files(of: content(ExportSeries((0..<Source.parts).flatMap(Source.epochs))))
        for (part, file) in zip(format.parts(of: content(source.series)), whole) {
            let pieces = Pieces()
            let counts = try part.write { pieces.all.append($0) }
            #expect(part.name == file.name && counts == file.counts)
            #expect(Array(pieces.all.joined()) == file.bytes)
            let largest = pieces.all.map(\.count).max() ?? 0
            #expect(largest < 4 * ExportPart.pieceSize, "\(part.name): \(largest) of \(file.bytes.count)")
        }
        #expect(source.most.withLock { $0 } == Source.each)
    }

    private final class Pieces { var all: [[UInt8]] = [] }

    @Test(
        "are refused when what is exported was changed while it was read", arguments: [ExportFormat.json, .edf])
    func changed(format: ExportFormat) throws {
        let source = Source(shrinksAt: 18)
        let series = source.series
        let failure = #expect(throws: Failure.self) { _ = try format.files(of: content(series)) }
        #expect(failure?.code == .conflict)
    }

    @Test("are refused when they cannot be read to their end")
    func unreadable() throws {
        let series = ExportSeries<Epoch> { part in
            guard part < 3 else { throw Failure(.failed, "The disk is gone.") }
            return Source.epochs(part)
        }
        #expect(throws: Failure.self) { _ = try ExportFormat.csv.files(of: content(series)) }
    }
}
