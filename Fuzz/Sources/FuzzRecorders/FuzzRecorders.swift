import Fuzzing
import Glibc
import Recordings
import Signals

/// Fuzzes the decoders of recorders other than Axivity's. The first byte of an input says of which kind the rest is, and
/// whether it is put into a sound frame first, because random bytes have no checksum that is right.
@main
enum FuzzRecorders {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--seeds", let folder = CommandLine.arguments.last {
            return Seeds.write(to: folder)
        }
        exit(Fuzzer.run(testRecorder))
    }
}

/// One input.
private func testRecorder(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mode = input.first, let kind = Shaping.Kind(rawValue: mode % 13) else { return 0 }
    let bytes = Shaping.file(kind, Array(input.dropFirst()))
    do {
        let file = try RecordingFile(name: "fuzz", bytes: bytes)
        switch kind {
        case .archive, .log, .records, .stream: try check(GT3X.self, file)
        case .pages: try check(GENEActiv.self, file)
        case .packets, .sealedPackets: try check(Matrix.self, file)
        case .epochs: try check(AWD.self, file)
        case .export: try check(Actiware.self, file)
        case .markup: try check(MotionWatch.self, file)
        case .known: try check(file, nil)
        case .samples: try check(file, "time=1,x=2,y=3,z=4,light=5,unit=mg")
        case .counts: try check(file, "time=1,counts=2+3,marker=4,order=dmy,person=1")
        }
    } catch is Failure {
    } catch {
        preconditionFailure("only a Failure may come out: \(error)")
    }
    return 0
}

private func check<Format: RecordingFormat>(_ format: Format.Type, _ file: RecordingFile) throws {
    var sink = CheckingSink()
    check(try format.decode(file, options: DecodeOptions(), into: &sink), sink)
}

/// Decodes by the format that the bytes show, or as a table of these columns.
private func check(_ file: RecordingFile, _ columns: String?) throws {
    var sink = CheckingSink()
    let options = DecodeOptions(columns: try columns.map { try ColumnMap(parsing: $0) })
    check(try RecordingFormats.decode(file, options: options, into: &sink), sink)
}

private func check(_ summary: RecordingSummary, _ sink: CheckingSink) {
    precondition(summary.samples == sink.samples, "every sample that is counted is handed on")
    precondition(summary.segments.reduce(0) { $0 + $1.count } == summary.samples, "segments hold all samples")
    var next = 0
    for segment in summary.segments {
        precondition(segment.first == next && segment.count > 0 && segment.start <= segment.end)
        next += segment.count
    }
    precondition(summary.losses.allSatisfy { $0.count >= 0 && $0.count.isFinite && !$0.detail.isEmpty })
}

/// Checks what must hold for whatever is decoded.
private struct CheckingSink: RecordingSink {
    private var main: Channel?
    var samples = 0

    mutating func begin(_ header: RecordingHeader) {
        precondition(!header.channels.isEmpty)
        main = header.channels.first?.channel
    }

    mutating func receive(_ batch: SampleBatch) {
        precondition(batch.count > 0 && !batch.values.contains { $0.isInfinite })
        if case .uniform = batch.times {
            precondition(batch.times.instant(at: 0) <= batch.times.instant(at: batch.count - 1))
        }
        if batch.channel == main { samples += batch.count }
    }
}
