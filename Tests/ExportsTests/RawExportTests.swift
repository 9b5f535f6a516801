import Foundation
import Signals
import Testing

@testable import Exports

/// An hour and a half in London around the moment at which the clock goes back, with a hole, by a recorder whose rate is not
/// the one that its maker names and falls a little in the second half.
private enum RawNight {
    static let start = Instant(nanoseconds: 1_792_886_400_300_000_000)
    static let window =
        Instant(nanoseconds: 1_792_886_400_000_000_000)..<Instant(nanoseconds: 1_792_891_800_000_000_000)

    /// In 1/256 g, as the sensor gives them.
    static func value(_ sample: Int, _ axis: Int) -> Float {
        Float((sample * 7919 + axis * 104_729) % 2048 - 1024) / 256
    }

    static let batches: [SampleBatch] = {
        var batches: [SampleBatch] = []
        var (time, sample) = (start, 0)
        while time < window.upperBound.advanced(bySeconds: -2) {
            let rate = time.seconds(since: start) < 2700 ? 98.8 : 98.795
            guard let line = Timeline(origin: time, hertz: rate) else { break }
            let isHole = (1000..<1600).contains(Int(time.seconds(since: start)))
            if !isHole {
                let values = (sample..<(sample + 80)).flatMap { index in (0..<3).map { value(index, $0) } }
                batches.append(batch(.acceleration, .standardGravity, 3, values, .uniform(line)))
                sample += 80
                if batches.count % 10 == 0 {
                    let stamp = time.nanoseconds + 123_456_789
                    batches.append(
                        batch(.temperature, .celsius, 1, [20 + Float(batches.count % 64) / 16], .stamped([stamp])))
                }
            }
            time = line.instant(at: 80)
        }
        return batches
    }()

    static func batch(
        _ channel: Channel, _ unit: SignalUnit, _ axes: Int, _ values: [Float], _ times: SampleTimes
    ) -> SampleBatch {
        SampleBatch(
            device: DeviceID(rawValue: "axivity-12345"), channel: channel, unit: unit, axes: axes, values: values,
            times: times, received: start)
    }

    static func content(_ batches: [SampleBatch] = batches) -> ExportContent {
        var content = ExportContent(
            device: DeviceIdentity(maker: "Axivity", model: "AX3", serial: "12345"), label: "recording-1-axivity-12345",
            zone: SampleNight.london, window: window)
        content.raw = RawSignals([.init(.acceleration), .init(.temperature)]) { take in
            for batch in batches { try take(batch) }
        }
        return content
    }

    /// Every sample of a channel with its time.
    static func samples(_ channel: Channel) -> [(time: Instant, values: [Float])] {
        batches.filter { $0.channel == channel }.flatMap { batch in
            (0..<batch.count).map { index in
                (batch.times.instant(at: index), Array(batch.values[(index * batch.axes)..<((index + 1) * batch.axes)]))
            }
        }
    }
}

/// An EDF+ file, read by the widths of the specification.
private struct ReadEDF {
    var seconds: Double
    var labels: [String]
    /// The samples of each signal; nil where nothing was recorded.
    var signals: [[Double?]]

    init(_ bytes: [UInt8]) throws {
        func text(_ offset: Int, _ count: Int) -> String {
            String(decoding: bytes[offset..<(offset + count)], as: UTF8.self).trimmed
        }
        let count = try #require(Int(text(252, 4)))
        let records = try #require(Int(text(236, 8)))
        seconds = try #require(Double(text(244, 8)))
        func column(_ before: Int, _ width: Int) -> [String] {
            (0..<count).map { text(256 + before * count + $0 * width, width) }
        }
        labels = column(0, 16).dropLast()
        let limits = [104, 112, 120, 128].map { column($0, 8).map { Double($0) ?? .nan } }
        let places = column(216, 8).compactMap { Int($0) }
        var found = labels.map { _ in [Double?]() }
        var offset = 256 * (count + 1)
        for _ in 0..<records {
            for (signal, places) in places.enumerated() {
                for place in 0..<places where signal < labels.count {
                    let low = UInt16(bytes[offset + 2 * place]) | UInt16(bytes[offset + 2 * place + 1]) << 8
                    let digital = Double(Int16(bitPattern: low))
                    let (least, most) = (limits[0][signal], limits[1][signal])
                    let (low2, high2) = (limits[2][signal], limits[3][signal])
                    found[signal].append(
                        digital == -32_768 ? nil : least + (digital - low2) * (most - least) / (high2 - low2))
                }
                offset += 2 * places
            }
        }
        #expect(offset == bytes.count)
        signals = found
    }
}

@Suite("Raw signals in exports")
struct RawExportTests {
    @Test("hold every sample once, in order, to the last bit, at the true rate and at most one place from its time")
    func samples() throws {
        let content = RawNight.content()
        let file = try #require(EDFRawExport.part(content)).file()
        let read = try ReadEDF(file.bytes)
        #expect(read.labels == ["Acceleration x", "Acceleration y", "Acceleration z", "temperature"])
        let truth = RawNight.samples(.acceleration)
        for axis in 0..<3 {
            let placed = read.signals[axis].enumerated().compactMap { place, value in value.map { (place, $0) } }
            #expect(placed.map(\.1) == truth.map { Double($0.values[axis]) })
            let hertz = 988 / read.seconds
            let furthest = zip(placed, truth).map { place, sample in
                abs(Double(place.0) / hertz - sample.time.seconds(since: RawNight.window.lowerBound)) * hertz
            }.max()
            #expect(try #require(furthest) <= 1.01)
        }
        let warmth = read.signals[3].compactMap(\.self)
        #expect(warmth == RawNight.samples(.temperature).map { Double($0.values[0]) })
        #expect(file.counts["raw_acceleration"] == truth.count && file.counts["raw_temperature"] == warmth.count)
        let counts = Dictionary(uniqueKeysWithValues: content.counts.map { ($0.name, $0.count) })
        #expect(counts["raw_acceleration"] == truth.count && counts["raw_temperature"] == warmth.count)
    }

    @Test("say in EDF+ where nothing was recorded, when the clock was changed and at which rate the samples stand")
    func annotations() throws {
        let bytes = try #require(EDFRawExport.part(RawNight.content())).file().bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("No data: acceleration\u{14}"))
        #expect(text.contains("+3600\u{14}Clock change: wall time moves by -60 min"))
        #expect(text.contains("as recorded, at 98.8 Hz, in steps of 0.000244140625 [g]"))
        #expect(String(decoding: bytes.prefix(256), as: UTF8.self).contains("EDF+C"))
    }

    @Test("are the same bytes however much the streams come apart and however little lies open")
    func disorder() throws {
        let content = RawNight.content()
        let expected = try #require(EDFRawExport.part(content)).file().bytes
        let apart =
            RawNight.batches.filter { $0.channel == .temperature }
            + RawNight.batches.filter { $0.channel == .acceleration }
        #expect(try #require(EDFRawExport.part(RawNight.content(apart))).file().bytes.count == expected.count)

        let raw = try #require(content.raw)
        let survey = try raw.survey()
        let layout = EDFRawLayout(survey, content)
        func written(_ batches: [SampleBatch], open: Int, disorder: Int64) throws -> [UInt8] {
            let whole = Whole()
            let packed = EDFAnnotationSignal([], records: layout.records, recordLength: layout.recordLength)
            let records = EDFRawRecords(layout, packed, open: open) { whole.bytes += $0 }
            try records.write(disorder: disorder) { take in for batch in batches { try take(batch) } }
            return whole.bytes
        }
        let once = try written(RawNight.batches, open: 8 << 20, disorder: 0)
        #expect(try written(RawNight.batches, open: 40_000, disorder: survey.disorder) == once)
        #expect(try written(apart, open: 40_000, disorder: 5_000_000_000_000) == once)
    }

    private final class Whole { var bytes: [UInt8] = [] }

    @Test("stand in tables with the time of each, wall time and offset across the change of the clock")
    func table() throws {
        let parts = CSVRawExport.parts(RawNight.content(), bare: true)
        #expect(
            parts.map(\.name).map { $0.split(separator: ".").suffix(3).joined(separator: ".") }
                == ["raw.acceleration.csv", "raw.temperature.csv"])
        let lines = String(decoding: try parts[0].file().bytes, as: UTF8.self).split(separator: "\n")
        let truth = RawNight.samples(.acceleration)
        #expect(lines[0] == "time,x,y,z" && lines.count == truth.count + 1)
        #expect(lines[1].hasPrefix("2026-10-25 01:00:00.300000+0100 [Europe/London],"))
        #expect(lines.last?.contains("+0000 [Europe/London],") == true)
        #expect(
            zip(lines.dropFirst(), truth).allSatisfy { line, sample in
                let fields = line.split(separator: ",")
                return fields[0] == LocalTime.stamp(sample.time, in: SampleNight.london)
                    && fields.dropFirst().map { Float($0) } == sample.values
            })
    }

    @Test("are brought to a rate on straight lines, and nothing is made up in a hole")
    func rate() throws {
        let line = try #require(Timeline(origin: RawNight.start, hertz: 40))
        let ramp = [0, 400, 1200].map { first in
            RawNight.batch(
                .acceleration, .standardGravity, 1, (first..<(first + 400)).map { Float($0) / 40 },
                .uniform(line.dropping(first)))
        }
        let raw = RawSignals([.init(.acceleration)]) { take in for batch in ramp { try take(batch) } }
        var made: [(Double, Float)] = []
        try raw.brought(to: 25, from: RawNight.window.lowerBound).forEachBatch { batch in
            for index in 0..<batch.count {
                made.append((batch.times.instant(at: index).seconds(since: RawNight.start), batch.values[index]))
            }
        }
        #expect(made.allSatisfy { abs($0.0 - Double($0.1)) < 1e-5 })
        #expect(made.count { $0.0 < 20 } == 499 && made.count { $0.0 > 20 } == 249)
        #expect(!made.contains { (20.0..<30.0).contains($0.0) })
    }

    @Test("that change while they are read are not exported")
    func change() throws {
        let reads = Counter()
        let raw = RawSignals([.init(.acceleration)]) { take in
            reads.count += 1
            for batch in RawNight.batches.prefix(reads.count) { try take(batch) }
        }
        try raw.forEachBatch { _ in }
        #expect(throws: Failure.self) { try raw.forEachBatch { _ in } }
    }

    private final class Counter: @unchecked Sendable { var count = 0 }

    @Test("have limits that a header can hold, with a step that suits the sensor")
    func scale() {
        #expect(EDFScale(-8, 7.99).step == 1 / 2048 && EDFScale(-8, 7.99).minimum == "-16")
        let light = EDFScale(7_900_000, 8_100_000)
        #expect(light.offset == 8_000_000 && light.step == 4)
        for _ in 0..<2000 {
            let middle = Float.random(in: -1e5...1e5), reach = Float.random(in: 0...1000)
            let scale = EDFScale(middle - reach, middle + reach)
            #expect(scale.minimum.utf8.count <= 8 && scale.maximum.utf8.count <= 8)
            #expect(Double(scale.minimum) == Double(scale.offset) - 32_768 * scale.step)
            #expect(Double(middle + reach) <= Double(scale.offset) + 32_000 * scale.step)
        }
        #expect(EDFScale(.infinity, -.infinity).offset == 0)
    }

    @Test("are written for independent readers, with what they hold")
    func write() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent("out/raw-exports").path
        let content = RawNight.content()
        let parts = [try #require(EDFRawExport.part(content))] + CSVRawExport.parts(content)
        var files = try parts.map { try $0.file() }
        files.append(ExportManifest.file(content, files))
        for channel in [Channel.acceleration, .temperature] {
            let rows = RawNight.samples(channel).map { sample in
                ([String(sample.time.nanoseconds)] + sample.values.map(\.description)).joined(separator: ",")
            }
            files.append(
                ExportFile(
                    name: "truth.\(channel.rawValue)", mediaType: "text/csv",
                    bytes: Array((rows.joined(separator: "\n") + "\n").utf8)))
        }
        try ExportFolder.write(files, to: folder)
        #expect(files.count == 6)
    }
}

@Suite("Tables in the dialects of other programs")
struct DialectTests {
    @Test("of pyActigraphy have a row for each epoch, also in holes and across the change of the clock")
    func pyActigraphy() throws {
        let content = SampleNight.content()
        let file = try PyActigraphyExport.part(content).file()
        #expect(file.name == "night-2026-10-25-axivity-12345-timeSeries.csv")
        #expect(file.counts == ["epochs": content.epochs.count])
        let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "time,acc,sleep" && lines.count == 25 * 120 + 2)
        #expect(lines[241] == "2026-10-24 14:00:00.000000+0100 [Europe/London],,")
        #expect(lines[1 + 14 * 120].hasPrefix("2026-10-25 01:00:00.000000+0000 [Europe/London],"))
        let first = try #require(content.epochs.first { $0.start == SampleNight.at(1201 * 30) }?.motion)
        #expect(lines[1202] == "2026-10-24 22:00:30.000000+0100 [Europe/London],\(first.enmo * 1000),1")
    }

    @Test("of GGIR have seconds since 1970 and g, and the call names their columns and rate")
    func ggir() throws {
        let files = try GGIRExport.parts(RawNight.content()).map { try $0.file() }
        let lines = String(decoding: files[0].bytes, as: UTF8.self).split(separator: "\n")
        let truth = RawNight.samples(.acceleration)
        #expect(lines[0] == "time,x,y,z" && lines.count == truth.count + 1)
        #expect(lines[1].hasPrefix("1792886400.300000,"))
        #expect(
            zip(lines.dropFirst(), truth).allSatisfy { line, sample in
                let fields = line.split(separator: ",").compactMap { Double($0) }
                return abs(fields[0] - Double(sample.time.nanoseconds) / 1e9) < 2e-6
                    && fields.dropFirst().map { Float($0) } == sample.values
            })
        let call = String(decoding: files[1].bytes, as: UTF8.self)
        #expect(call.contains("rmc.firstrow.acc = 2, rmc.col.time = 1, rmc.col.acc = 2:4"))
        #expect(call.contains("rmc.sf = 99, rmc.doresample = TRUE") && call.contains("\"Europe/London\""))
    }
}
