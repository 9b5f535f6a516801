import Analysis
import Foundation
import Recordings
import Signals
import TestKit
import Testing

/// People of the Stress-Predict study (Iqbal 2022, https://doi.org/10.3390/s22218135) with the minutes of the day at
/// which tasks (Stroop test, interview) and rests (baseline, relaxation) began and ended, by the study's time log.
private struct Person {
    var midnight: Int
    var task: [(Int, Int)]
    var rest: [(Int, Int)]

    static let all: [String: Person] = [
        "S01": Person(
            midnight: 1644192000, task: [(569, 574), (584, 594)],
            rest: [(579, 583), (574, 579), (594, 599), (612, 622)]),
        "S03": Person(
            midnight: 1644192000, task: [(664, 669), (674, 683)],
            rest: [(655, 662), (669, 674), (683, 688), (700, 710)]),
        "S05": Person(
            midnight: 1644796800, task: [(563, 569), (574, 584)],
            rest: [(552, 562), (569, 574), (584, 589), (601, 606)]),
        "S07": Person(
            midnight: 1644796800, task: [(643, 648), (653, 663)],
            rest: [(631, 641), (648, 653), (663, 668), (681, 686)]),
        "S09": Person(
            midnight: 1644796800, task: [(769, 774), (779, 789)],
            rest: [(758, 768), (774, 779), (789, 794), (806, 811)]),
        "S11": Person(
            midnight: 1644796800, task: [(932, 938), (943, 953)],
            rest: [(921, 931), (938, 943), (953, 958), (970, 975)]),
        "S13": Person(
            midnight: 1645401600, task: [(695, 702), (708, 718)],
            rest: [(685, 695), (702, 707), (718, 723), (734, 740)]),
        "S15": Person(
            midnight: 1645401600, task: [(769, 775), (781, 791)],
            rest: [(757, 767), (775, 780), (792, 797), (809, 814)]),
        "S17": Person(
            midnight: 1645401600, task: [(924, 930), (936, 946)],
            rest: [(913, 923), (930, 935), (946, 951), (963, 968)]),
        "S19": Person(
            midnight: 1646006400, task: [(570, 575), (580, 590)],
            rest: [(559, 569), (575, 580), (590, 595), (607, 612)]),
        "S21": Person(
            midnight: 1646006400, task: [(715, 721), (727, 737)],
            rest: [(705, 715), (722, 727), (737, 742), (754, 758)]),
        "S23": Person(
            midnight: 1646006400, task: [(775, 781), (786, 796)],
            rest: [(765, 775), (781, 786), (796, 801), (811, 816)]),
    ]

    /// True in a task, false at rest, nil elsewhere.
    func isTask(at time: Instant) -> Bool? {
        let minute = (time.secondsSince1970 - Double(midnight)) / 60
        if task.contains(where: { minute >= Double($0.0) && minute < Double($0.1) }) { return true }
        return rest.contains { minute >= Double($0.0) && minute < Double($0.1) } ? false : nil
    }
}

/// A wristband's files.
private struct Wristband {
    var beats: [(time: Instant, rr: Double)] = []
    var motion: [SIMD3<Double>] = []
    var motionStart = 0.0
    var motionRate = 32.0

    init(_ id: String) throws {
        let beats = try TestData.text("cogload/stress_predict/\(id)/IBI.csv").split(whereSeparator: \.isNewline)
        let start = try #require(beats.first?.split(separator: ",").first.flatMap { Double($0) })
        for row in beats.dropFirst() {
            let fields = row.split(separator: ",").compactMap { Double($0) }
            guard fields.count == 2, let time = Instant(secondsSince1970: start + fields[0]) else { continue }
            self.beats.append((time, fields[1] * 1000))
        }
        let file = try RecordingFile.open(path: TestData.path("cogload/stress_predict/\(id)/ACC.csv.gz"))
        let rows = String(decoding: try file.bytes(at: 0, count: file.size), as: UTF8.self).split(separator: "\n")
        motionStart = try #require(rows.first?.split(separator: ",").first.flatMap { Double($0) })
        motion = rows.dropFirst(2).compactMap { row in
            let fields = row.split(separator: ",").compactMap { Double($0) }
            return fields.count == 3 ? SIMD3(fields[0], fields[1], fields[2]) / 64 : nil
        }
    }

    /// Plays everything through the live way.
    func play() -> [LoadReading] {
        var live = LiveAnalysis(tolerance: 20)
        var motionLevel = 0
        var beat = 0
        var readings: [LoadReading] = []
        for second in Int(motionStart)...(Int(motionStart) + motion.count / 32) {
            let now = Instant(nanoseconds: Int64(second) * 1_000_000_000)
            var sum = SIMD3<Double>.zero
            let first = motionLevel
            while motionLevel < motion.count, motionStart + Double(motionLevel) / motionRate < Double(second) {
                sum += motion[motionLevel]
                motionLevel += 1
            }
            if motionLevel > first {
                let mean = sum / Double(motionLevel - first)
                live.receive(motionMean: mean.x, mean.y, mean.z, second: Int64(second) - 1)
            }
            while beat < beats.count, beats[beat].time <= now {
                _ = live.receive(beat: beats[beat].time, rr: beats[beat].rr)
                while live.nextSettled() != nil {}
                beat += 1
            }
            if let reading = live.tick(at: now) { readings.append(reading) }
        }
        return readings
    }
}

@Suite("Stress-Predict")
struct StressPredictTests {
    @Test("tells tasks from rests of real people better than chance", .enabled(if: TestData.isAvailable))
    func separation() throws {
        var all: [(score: Double, isTask: Bool)] = []
        var trusted: [(score: Double, isTask: Bool)] = []
        for (id, person) in Person.all.sorted(by: { $0.key < $1.key }) {
            for reading in try Wristband(id).play() {
                if reading.load == nil { #expect(!reading.reasons.isEmpty) }
                guard let p = reading.p, reading.confidence.baseline > 0.25,
                    let isTask = person.isTask(at: reading.time)
                else { continue }
                all.append((p, isTask))
                if reading.confidence.value >= 0.5 { trusted.append((p, isTask)) }
            }
        }
        let pooled = area(all)
        print("Stress-Predict: AUC \(pooled) of \(all.count) readings, \(area(trusted)) of \(trusted.count) trusted")
        #expect(pooled > 0.62)
        // What is trusted tells more.
        #expect(area(trusted) > pooled + 0.03)
    }

    /// Area under the receiver operating curve, by ranks.
    private func area(_ scores: [(score: Double, isTask: Bool)]) -> Double {
        let sorted = scores.sorted { $0.score < $1.score }
        var ranks = 0.0
        var index = 0
        while index < sorted.count {
            var end = index
            while end < sorted.count, sorted[end].score == sorted[index].score { end += 1 }
            let rank = Double(index + 1 + end) / 2
            ranks += rank * Double(sorted[index..<end].count { $0.isTask })
            index = end
        }
        let tasks = Double(scores.count { $0.isTask })
        let rests = Double(scores.count) - tasks
        return tasks > 0 && rests > 0 ? (ranks - tasks * (tasks + 1) / 2) / (tasks * rests) : .nan
    }
}
