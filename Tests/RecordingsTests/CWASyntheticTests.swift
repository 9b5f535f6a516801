import Recordings
import Signals
import TestKit
import Testing

/// Decodes bytes that were made.
func decodeCWA(
    _ bytes: [UInt8], name: String = "made.cwa", options: DecodeOptions = DecodeOptions()
) throws -> (summary: RecordingSummary, sink: BatchCollector) {
    var sink = BatchCollector()
    let summary = try CWA.decode(RecordingFile(name: name, bytes: bytes), options: options, into: &sink)
    return (summary, sink)
}

/// How far the times of the main channel are from the truth, in milliseconds.
func timeErrors(_ sink: BatchCollector, _ truth: [Int64]) -> (mean: Double, worst: Double) {
    let errors = zip(sink.instants(.acceleration), truth).map { Double($0.nanoseconds - $1) / 1e6 }
    return (errors.reduce(0, +) / Double(max(1, errors.count)), errors.map(abs).max() ?? .infinity)
}

@Suite("Made Axivity recordings")
struct CWASyntheticTests {
    /// Kinds of recorder: packing, rate code, true rate as a share of the nominal one.
    static let kinds: [(packing: UInt8, code: UInt8, share: Double)] = [
        (0x30, 74, 0.988), (0x30, 0x46, 0.97), (0x30, 0x47, 1.02), (0x30, 0x4F, 0.985), (0x32, 75, 0.986),
        (0x32, 0xCA, 1.013), (0x62, 10, 0.9904), (0x62, 0x0E, 1.0), (0x92, 74, 0.99),
    ]

    @Test("gives back every value, and each sample's time within 0.1 ms in the mean", arguments: kinds.indices)
    func roundTrip(kind: Int) throws {
        let (packing, code, share) = Self.kinds[kind]
        var settings = CWAWriter.Settings()
        (settings.packing, settings.rateCode) = (packing, code)
        (settings.isAX6, settings.accelerationCode, settings.angularCode) =
            packing >= 0x62 ? (true, 3, 3) : (false, 0, 0)
        settings.trueHertz = share * CWAWriter(settings).nominalHertz
        var writer = CWAWriter(settings)
        writer.append(sectors: 300)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.samples == writer.samples && summary.losses.isEmpty && summary.segments.count == 1)
        let (mean, worst) = timeErrors(sink, writer.truth)
        #expect(abs(mean) < 0.1 && worst < 0.2)
        let rate = try #require(summary.header.channels[0].observedRate)
        #expect(abs(rate / settings.trueHertz - 1) < 1e-4)
        let scale: Float = packing >= 0x62 ? 1 / 2048 : 1 / 256
        let offset = packing >= 0x62 ? 3 : 0
        let expected: [Float] = (0..<writer.samples).flatMap { sample in
            (0..<3).map { Float(writer.raw[sample * writer.axes + offset + $0]) * scale }
        }
        #expect(sink.values(.acceleration) == expected)
        if packing >= 0x62 {
            let angular: [Float] = (0..<writer.samples).flatMap { sample in
                (0..<3).map { Float(writer.raw[sample * writer.axes + $0]) * 1000 / 32768 }
            }
            #expect(sink.values(.angularVelocity) == angular)
        }
    }

    @Test(
        "places samples of short recordings to a tenth of a millisecond in the mean",
        arguments: [(UInt8(0x30), 145, 98.86), (0x62, 283, 99.04), (0x30, 145, 100), (0x62, 283, 101.3)])
    func short(packing: UInt8, sectors: Int, trueHertz: Double) throws {
        var settings = CWAWriter.Settings()
        (settings.packing, settings.trueHertz) = (packing, trueHertz)
        if packing == 0x62 { (settings.isAX6, settings.accelerationCode, settings.angularCode) = (true, 3, 3) }
        var writer = CWAWriter(settings)
        writer.append(sectors: sectors)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.samples == writer.samples && summary.segments.count == 1)
        let (mean, worst) = timeErrors(sink, writer.truth)
        #expect(abs(mean) < 0.1 && worst < 0.2)
    }

    @Test("reads every exponent of the packed form with its sign")
    func exponents() throws {
        let corners: [Int16] = [0, 1, -1, 511, -512, 512, -513, 1023, -1024, 2047, -2048, 2048, -2049, 4095, -4096]
        var writer = CWAWriter()
        writer.append(sectors: 3) { sample, axis in corners[(sample + axis * 5) % corners.count] }
        let (_, sink) = try decodeCWA(writer.bytes)
        #expect(sink.values(.acceleration) == writer.raw.map { Float($0) / 256 })
    }

    @Test("places samples of whole-second stamps within 10 ms", arguments: [97.6, 98.52, 100.0, 101.3])
    func wholeSeconds(trueHertz: Double) throws {
        var settings = CWAWriter.Settings()
        (settings.hasFraction, settings.trueHertz) = (false, trueHertz)
        var writer = CWAWriter(settings)
        writer.append(sectors: 600)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.segments.count == 1 && summary.losses.isEmpty && summary.samples == writer.samples)
        let (mean, worst) = timeErrors(sink, writer.truth)
        // At exactly the nominal rate the rounding to whole samples is always the same one.
        #expect(abs(mean) < (trueHertz == 100 ? 6 : 3) && worst < 10)
    }

    @Test("reads the oldest layout, without rate code and checksum, within 0.1 s")
    func oldest() throws {
        var settings = CWAWriter.Settings()
        (settings.rateCode, settings.trueHertz) = (0, 99.1)
        var writer = CWAWriter(settings)
        writer.append(sectors: 600)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.samples == writer.samples && summary.segments.count == 1)
        #expect(summary.header.channels[0].nominalRate == 100)
        let (mean, worst) = timeErrors(sink, writer.truth)
        #expect(abs(mean) < 50 && worst < 150)
        #expect(sink.values(.acceleration) == writer.raw.map { Float($0) / 256 })
    }

    @Test("reads notes, the 32-bit number and the slow channels with the right conversions")
    func header() throws {
        var settings = CWAWriter.Settings()
        settings.device = 6_011_834
        var writer = CWAWriter(settings)
        (writer.light, writer.temperature, writer.battery) = (341, 262, 190)
        writer.append(sectors: 2)
        writer.events = 4
        writer.append(sectors: 1)
        let (summary, sink) = try decodeCWA(writer.bytes)
        #expect(summary.header.device.serial == "6011834")
        #expect(summary.header.metadata["_sc"] == "José M." && summary.header.metadata["_p"] == "left wrist")
        #expect(summary.header.metadata["start"] == "always")
        #expect(sink.values(.battery) == Array(repeating: Float(702.0 * 6 / 1024), count: 3))
        #expect(sink.values(.temperature) == Array(repeating: Float(262.0 * 75 / 256 - 50), count: 3))
        #expect(sink.values(.light).allSatisfy { abs($0 - 9.977) < 0.01 })
        #expect(sink.values(.marker) == [1, 4])
        let last = try #require(sink.instants(.battery).last?.nanoseconds)
        #expect(abs(last - (writer.truth.last ?? 0)) < 100_000)
    }

    @Test("tells progress and stops when its task is cancelled")
    func cancellation() async throws {
        var writer = CWAWriter(keepsTruth: false)
        writer.append(sectors: 5000)
        let bytes = writer.bytes
        let fractions = try await Task {
            nonisolated(unsafe) var seen: [Double] = []
            _ = try decodeCWA(bytes, options: DecodeOptions(progress: { seen.append($0) }))
            return seen
        }.value
        #expect(fractions.count >= 3 && fractions == fractions.sorted() && fractions.last == 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try decodeCWA(bytes)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("hands on the same samples at the same nanoseconds whatever pieces they are cut into")
    func cutting() throws {
        var writer = CWAWriter()
        writer.append(sectors: 40)
        let (_, sink) = try decodeCWA(writer.bytes)
        for batch in sink.batches where batch.channel == .acceleration {
            for cut in [1, batch.count / 3, batch.count - 1] where cut > 0 && cut < batch.count {
                let (a, b) = (batch.slice(0..<cut), batch.slice(cut..<batch.count))
                #expect(a.values + b.values == batch.values)
                #expect(b.times.instant(at: 0) == batch.times.instant(at: cut))
            }
        }
    }
}
