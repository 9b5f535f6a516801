import Foundation
import Signals
import TestKit
import Testing

@testable import Recordings

@Suite("Tables and pages of further recorders, made")
struct MadeTablesTests {
    private func decode(
        _ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions(), name: String = "x.dat"
    ) throws -> (summary: RecordingSummary, sink: CollectingSink) {
        var sink = CollectingSink()
        return (
            try RecordingFormats.decode(RecordingFile(name: name, bytes: bytes), options: options, into: &sink), sink
        )
    }

    @Test("a raw ActiLife export has its samples on the grid of its rate, and lines that cannot be read are holes")
    func actiGraphRaw() throws {
        let rows =
            ["Accelerometer X,Accelerometer Y,Accelerometer Z"] + (0..<90).map { $0 == 19 ? "junk" : "0.5,-1,0.25" }
        let (summary, sink) = try decode(MadeRecorders.actiGraph(rows: rows))
        #expect(summary.header.format == "actigraph_csv" && summary.header.device.serial == "MOS2E39180594")
        #expect(summary.header.device.firmware == "1.9.2" && summary.header.device.model == "wGT3X-BT")
        // The hole of one sample is told as the line that cannot be read.
        #expect(summary.samples == 89 && summary.losses.map(\.cause) == [.damaged])
        #expect(summary.start?.nanoseconds == 1_706_745_599_000_000_000)
        let samples = sink.samples(.acceleration)
        #expect(samples[0].values == [0.5, -1, 0.25])
        #expect(abs(samples[88].time.seconds(since: samples[0].time) - 89.0 / 30) < 1e-6)
    }

    @Test("an ActiLife export in another language has its own order of the day, separator and decimal comma")
    func actiGraphLocale() throws {
        let rows = [
            "Timestamp;Accelerometer X;Accelerometer Y;Accelerometer Z", "31.01.2024 23:59:59,000;0,5;-1;0,25",
            "31.01.2024 23:59:59,033;0,6;-1;0,25", "01.02.2024 00:00:05,000;0,7;-1;0,25",
        ]
        let (summary, sink) = try decode(
            MadeRecorders.actiGraph(rows: rows, date: "31.01.2024", format: "dd.MM.yyyy", end: "\n"))
        #expect(summary.samples == 3 && summary.segments.map(\.count) == [2, 1])
        #expect(summary.losses.map(\.cause) == [.gap] && sink.samples(.acceleration)[1].values == [0.6, -1, 0.25])
        #expect(summary.start?.nanoseconds == 1_706_745_599_000_000_000)
    }

    @Test(
        "epochs of ActiLife without a heading have the columns of the mode",
        arguments: [
            (0, ["7"], ["axis1"]), (1, ["7,2"], ["axis1", "steps"]), (12, ["7,8,9"], ["axis1", "axis2", "axis3"]),
            (61, ["7,8,9,2,100,15,0,0,0"], ["axis1", "axis2", "axis3", "steps"]),
        ])
    func actiGraphMode(mode: Int, row: [String], axes: [String]) throws {
        let bytes = MadeRecorders.actiGraph(rows: row + row + row, epoch: "00:01:00", mode: mode)
        let (summary, sink) = try decode(bytes)
        #expect(summary.header.channels[0].axes == axes && summary.samples == 3 && summary.losses.isEmpty)
        #expect(sink.samples(.counts)[2].values.first == 7)
        #expect(sink.samples(.counts)[2].time.seconds(since: sink.samples(.counts)[0].time) == 120)
        #expect(sink.samples(.light).map(\.values) == (mode == 61 ? [[100], [100], [100]] : []))
    }

    @Test("epochs of ActiLife with a heading, dates and times")
    func actiGraphEpochs() throws {
        let rows = [
            "Date,Time,Axis1,Axis2,Axis3,Steps,Lux,Inclinometer Off,Inclinometer Standing,Inclinometer Sitting,Inclinometer Lying,Vector Magnitude",
            "1/31/2024,23:59:59,1,2,3,4,5,60,0,0,0,3.74", "2/1/2024,00:00:59,6,7,8,9,10,0,60,0,0,12.2",
        ]
        let (summary, sink) = try decode(MadeRecorders.actiGraph(rows: rows, epoch: "00:01:00", mode: 61))
        #expect(summary.header.channels[0].axes == ["axis1", "axis2", "axis3", "vector_magnitude", "steps"])
        #expect(sink.samples(.counts).map(\.values) == [[1, 2, 3, 3.74, 4], [6, 7, 8, 12.2, 9]])
        #expect(sink.samples(Channel(rawValue: "inclinometer"))[1].values == [0, 60, 0, 0])
        #expect(summary.losses.isEmpty && summary.start?.nanoseconds == 1_706_745_599_000_000_000)
    }

    @Test("an ActiLife export of no acceleration in g, without a rate or without columns is refused")
    func actiGraphRefused() throws {
        let foreign = Array(repeating: "342.0,47.0,84.0", count: 5)
        for rows in [foreign, ["Vector Magnitude", "1"], []] {
            #expect(throws: Failure.self) { try decode(MadeRecorders.actiGraph(rows: rows)) }
        }
        #expect(throws: Failure.self) {
            try decode(MadeRecorders.actiGraph(rows: ["Steps", "1", "2"], epoch: "00:01:00"))
        }
        #expect(throws: Failure.self) { try decode(MadeRecorders.actiGraph(rows: ["0,0,1"], date: "never")) }
    }

    @Test("an Actical's epochs over the end of a year")
    func actical() throws {
        let (summary, sink) = try decode(MadeRecorders.actical)
        #expect(summary.header.device.serial == "B1" && summary.losses.map(\.cause) == [.damaged, .gap])
        #expect(sink.samples(.counts).map(\.values) == [[250, 12], [361, 50], [151, 0], [0, 0]])
        #expect(sink.samples(.marker).map(\.time.nanoseconds) == [1_640_995_140_000_000_000])
        #expect(sink.samples(Channel(rawValue: "energy_expenditure"))[1].values == [0.5])
    }

    @Test("a Daqtometer's file is in the zone that it names, whatever is asked for")
    func daqtometer() throws {
        let zone = Zone(name: "Test/East", firstOffset: 3600)
        let (summary, sink) = try decode(MadeRecorders.daqtometer, DecodeOptions(zone: zone))
        #expect(summary.start?.nanoseconds == 1_706_745_596_000_000_000)
        #expect(summary.segments.map(\.count) == [3, 1] && summary.losses.map(\.cause) == [.gap])
        #expect(sink.samples(.counts)[1].values[0].isNaN && sink.samples(.counts)[2].values == [9])
        #expect(summary.header.metadata["epoch_seconds"] == "2.0")
    }

    @Test("a Tempatilumi's file with the day first and a decimal comma")
    func tempatilumi() throws {
        let (summary, sink) = try decode(MadeRecorders.tempatilumi)
        #expect(summary.samples == 2 && summary.losses.map(\.cause) == [.damaged])
        #expect(sink.samples(.temperature).map(\.values) == [[21.5], [21.6]])
        #expect(sink.samples(.counts).map(\.values) == [[10], [723]] && sink.samples(.marker).count == 1)
        #expect(summary.start?.nanoseconds == 1_704_067_140_000_000_000)
    }

    @Test("a GENEA's samples lie evenly between seconds of its clock, which may leave a hole or go back")
    func genea() throws {
        let start = 1_700_000_000
        let seconds =
            (0..<40).map { (start + $0, 80) } + [
                (start + 40, 40), (start + 50, 80), (start + 51, 80), (start + 20, 80),
            ]
        let (summary, sink) = try decode(MadeRecorders.genea(seconds: seconds, early: 8))
        #expect(summary.samples == 8 + 40 * 80 + 40 + 240 && summary.losses.map(\.cause) == [.gap, .clockStep])
        #expect(abs(summary.losses[0].count - 9.5) < 1e-6)
        let samples = sink.samples(.acceleration)
        #expect(samples[0].time.nanoseconds == Int64(start) * 1_000_000_000 - 100_000_000)
        #expect(samples[8 + 80 * 7].time.nanoseconds == Int64(start + 7) * 1_000_000_000)
        #expect(zip(samples[8 + 3].values, [3.0 / 340, 3.0 / 340, 1]).allSatisfy { abs($0 - Float($1)) < 1e-6 })
        #expect(sink.samples(.battery).count == 44 && abs(sink.samples(.battery)[0].values[0] - 3.9) < 0.01)
        #expect(throws: Failure.self) { try decode(Array("GENEA/1.00\r\nSerial-Number:1\r\n".utf8)) }
        #expect(throws: Failure.self) { try decode(MadeRecorders.genea(seconds: [], early: 5)) }
    }

    @Test("a .wav is evenly spaced, and what it marks as not available is a gap")
    func wav() throws {
        let frames = (0..<300).map { [$0 * 10, -4096, 4096] }
        let (summary, sink) = try decode(MadeRecorders.wav(frames: frames, unavailable: 100..<150))
        #expect(summary.samples == 250 && summary.segments.map(\.count) == [100, 150])
        #expect(summary.losses.map(\.cause) == [.gap] && abs(summary.losses[0].count - 0.5) < 1e-6)
        #expect(summary.start?.nanoseconds == 1_521_393_887_500_000_000 && summary.header.device.serial == "37727")
        #expect(sink.samples(.acceleration)[1].values == [10 * 8.0 / 32768, -1, 1])
        #expect(sink.samples(.acceleration)[100].time.nanoseconds == 1_521_393_889_000_000_000)
        let (cut, _) = try decode(MadeRecorders.wav(frames: frames, promised: 4000))
        #expect(cut.losses.map(\.cause) == [.truncated] && cut.losses[0].count == 200)
        #expect(throws: Failure.self) { try decode(MadeRecorders.wav(frames: frames, unavailable: 0..<300)) }
    }

    @Test("Axivity's and NHANES' tables of samples, with their holes", arguments: [0, 1])
    func stamped(kind: Int) throws {
        let (summary, sink) = try decode(MadeRecorders.axivity[kind], name: "39434_0000000002.csv")
        #expect(summary.header.format == "axivity_csv" && summary.header.device.serial == "39434")
        #expect(summary.segments.map(\.count) == [3, 1] && summary.losses.map(\.cause) == [.gap])
        #expect(summary.header.channels[0].nominalRate == 100)
        #expect(sink.samples(.acceleration)[2].time.nanoseconds == 1_706_745_600_000_000_000)
        let (survey, _) = try decode(MadeRecorders.nhanes[0])
        #expect(
            survey.header.format == "nhanes_raw" && survey.samples == 3 && survey.header.channels[0].nominalRate == 80)
    }

    @Test("NHANES' minutes of one person, who must be named where there are more")
    func nhanes() throws {
        #expect(throws: Failure.self) { try decode(MadeRecorders.nhanes[1]) }
        #expect(throws: Failure.self) {
            try decode(MadeRecorders.nhanes[1], DecodeOptions(columns: ColumnMap(parsing: "person=3")))
        }
        let map = try ColumnMap(parsing: "person=1")
        let (summary, sink) = try decode(MadeRecorders.nhanes[1], DecodeOptions(columns: map))
        let counts = sink.samples(.counts)
        #expect(counts.prefix(5).map { $0.values[0] } == [5, 6, 7, 8, 9] && counts[5].values[0].isNaN)
        #expect(counts[3].time.seconds(since: counts[0].time) == 86_400)
        #expect(summary.start?.nanoseconds == 946_771_200_000_000_000 && summary.header.device.serial == "NHANES 1")
    }

    /// All of the made files, with what is asked for.
    private static let files: [[UInt8]] =
        [
            MadeRecorders.wav(frames: (0..<40).map { [$0, 1, 2] }, unavailable: 10..<12),
            MadeRecorders.genea(seconds: [(1_700_000_000, 80), (1_700_000_001, 80), (1_700_000_009, 80)], early: 3),
            MadeRecorders.actiGraph(rows: Array(repeating: "0.1,0.2,1", count: 40)),
            MadeRecorders.actiGraph(rows: Array(repeating: "1,2,3,4", count: 40), epoch: "00:00:10", mode: 13),
            MadeRecorders.actical, MadeRecorders.daqtometer, MadeRecorders.tempatilumi, MadeRecorders.table,
        ] + MadeRecorders.axivity + MadeRecorders.nhanes

    @Test("damaged files give what they have or say what is wrong, and never more", arguments: files.indices)
    func damage(kind: Int) throws {
        let bytes = Self.files[kind]
        var random: UInt64 = 7
        func next() -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33)
        }
        var decoded = 0
        for round in 0..<60 {
            var damaged = round % 3 == 0 ? Array(bytes.prefix(next() % bytes.count)) : bytes
            if round % 3 != 0 {
                for _ in 0..<(1 + round % 9) {
                    damaged[next() % damaged.count] = UInt8(
                        truncatingIfNeeded: round % 2 == 0 ? next() : 0x30 + next() % 14)
                }
            }
            let maps = try ["person=1", "time=1,x=2,y=3,z=4,unit=mg", "time=When,counts=Lux"].map(
                ColumnMap.init(parsing:))
            for map in [nil] + maps {
                do {
                    let (summary, sink) = try decode(damaged, DecodeOptions(columns: map))
                    let main = try #require(summary.header.channels.first?.channel)
                    #expect(sink.samples(main).count == summary.samples)
                    #expect(summary.segments.reduce(0) { $0 + $1.count } == summary.samples)
                    decoded += 1
                } catch is Failure {}
            }
        }
        #expect(decoded > 0)
    }
}
