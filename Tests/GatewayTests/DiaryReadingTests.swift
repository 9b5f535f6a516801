import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

@Suite("Reading a sleep diary")
struct DiaryReadingTests {
    private let zone: Zone

    init() throws { zone = try Zone.named("Europe/Berlin") }

    private func read(_ text: String, id: String? = nil, first: String? = nil) -> DiaryReading {
        DiaryReading(text, .init(zone: zone, id: id, firstNight: first.flatMap { CivilDate($0) }))
    }

    /// A time on the wall of the zone.
    private func wall(_ instant: Instant?) -> String {
        instant.map { String("\(zone.civilTime(at: $0))".prefix(16)) } ?? "–"
    }

    private func times(_ night: DiaryNight) -> [String] {
        [night.inBed, night.lightsOut, night.asleep, night.awake, night.gotUp].map { wall($0) }
    }

    @Test("a row for each night in the words of the Consensus Sleep Diary, with the latency added to lights-out")
    func consensus() throws {
        let reading = read(
            """
            Date,1. What time did you get into bed?,2. What time did you try to go to sleep?,3. How long did it take you to \
            fall asleep?,"4. How many times did you wake up, not counting your final awakening?","5. In total, how long did \
            these awakenings last?",6a. What time was your final awakening?,7. What time did you get out of bed for the \
            day?,8. How would you rate the quality of your sleep?,9. Comments
            2026-11-20,10:15 PM,11:30 PM,55 min,3 ,1 h,6:35 AM,7:20 AM,Poor,"I have a cold, and ""slept"" badly"
            2026-11-21,00:10,00:20,15,0,0,08:00,08:10,5,
            2026-11-22,23:00,22:00,,,,07:00,07:10,,
            """)
        #expect(reading.form == .table && reading.leftOut.isEmpty)
        #expect(reading.faults.map(\.line) == [4])
        let nights = reading.nights
        try #require(nights.count == 2)
        #expect(
            times(nights[0]) == [
                "2026-11-19T22:15", "2026-11-19T23:30", "2026-11-20T00:25", "2026-11-20T06:35", "2026-11-20T07:20",
            ])
        #expect(nights[0].awakenings == 3 && nights[0].awakeMinutes == 60 && nights[0].quality == 2)
        #expect(nights[0].text == "I have a cold, and \"slept\" badly")
        #expect(times(nights[1])[0] == "2026-11-21T00:10" && times(nights[1])[2] == "2026-11-21T00:35")
    }

    @Test("who sleeps by day is understood, and each row that is not is named with its line and why")
    func rows() {
        let reading = read(
            """
            date;lights_out;awake;naps;mood
            2026-03-29;08:10;15:20;;fair
            2026-03-30;20:00;25:00;;
            2026-02-30;22:00;06:00;;
            03/04/2026;22:00;06:00;;
            2026-04-01;22:00;06:00;13:00-13:45 20:00-20:30;
            2026-04-01;22:30;06:00;;
            2026-04-02;;;;
            """)
        #expect(reading.nights.map { "\($0.date)" } == ["2026-03-29", "2026-04-01"])
        #expect(reading.nights.first.map { times($0)[1] } == "2026-03-29T08:10")
        #expect(reading.leftOut == ["mood"])
        #expect(reading.faults.map(\.line) == [3, 4, 5, 7, 8])
        #expect(
            reading.faults[0].reason.contains("25:00") && reading.faults[2].reason.contains("which number is the day"))
        let last = reading.nights.last
        #expect(last?.naps.map { wall($0.lowerBound) } == ["2026-03-31T13:00", "2026-03-31T20:00"])
    }

    @Test("dates with slashes are read as the one that can only be read in one way")
    func slashes() {
        let days = read("date,awake,got_up\n03/04/2026,07:00,07:10\n21/04/2026,07:00,07:10\n")
        #expect(days.nights.map { "\($0.date)" } == ["2026-04-03", "2026-04-21"])
        let months = read("date,awake,got_up\n03/04/2026,07:00,07:10\n04/21/2026,07:00,07:10\n")
        #expect(months.nights.map { "\($0.date)" } == ["2026-03-04", "2026-04-21"])
    }

    @Test("what lies far from its night is not understood, by the rule that holds for what is written by hand")
    func far() {
        let reading = read(
            """
            date,zone,lights_out,awake,naps,not_worn
            2026-04-01,,1990-01-01T22:00,,,
            2026-04-02,,,07:00,1700-01-01T13:00/1700-01-01T13:30,
            2026-04-03,,,07:00,,2026-03-20T13:00/2026-03-20T14:00
            2026-04-04,,,07:00,,2026-04-03T13:00/2026-06-03T14:00
            2026-04-05,Pacific/Kiritimati,2026-04-04T00:30,,,
            2026-10-25,Europe/Berlin,2026-10-25T02:30:00+01:00,08:00,,
            """)
        #expect(reading.faults.map(\.line) == [2, 3, 4, 5])
        #expect(reading.faults.allSatisfy { $0.reason.contains("around the night") || $0.reason.contains("a month") })
        #expect(reading.nights.map { "\($0.date)" } == ["2026-04-05", "2026-10-25"])
        // The second time that the wall shows it.
        #expect(reading.nights.last?.lightsOut == Instant(rfc3339: "2026-10-25T01:30:00Z"))
    }

    @Test("GGIR's basic sleep log: by turns onset and wakeup, from the evening that is said, of the ID that is meant")
    func basic() {
        let text =
            "ID,onset_N1,wakeup_N1,onset_N2,wakeup_N2,onset_N3,wakeup_N3\n"
            + "123,22:00:00,09:00:00,03:00:00,17:00:00,23:45:00,06:30:00\n345,21:55:00,08:47:00,,,23:45:00,\n"
        #expect(read(text).faults.first?.reason.contains("2 people") == true)
        let undated = read(text, id: "123")
        #expect(undated.nights.isEmpty && undated.faults.count == 3 && undated.faults[0].reason.contains("evening"))
        let first = read(text, id: "123", first: "2026-11-16")
        #expect(first.form == .ggirBasic && first.faults.isEmpty)
        #expect(first.nights.map { "\($0.date)" } == ["2026-11-17", "2026-11-18", "2026-11-19"])
        #expect(times(first.nights[1])[2...3] == ["2026-11-18T03:00", "2026-11-18T17:00"])
        let other = read(text, id: "345", first: "2026-11-16")
        #expect(other.nights.count == 1 && other.faults.map(\.reason) == ["night 3: one of the two times is missing"])
    }

    @Test("GGIR's advanced sleep log: going to sleep belongs to the night that ends on the next day")
    func advanced() throws {
        let reading = read(
            """
            ID,D1_date,D1_wakeup,D1_inbed,D1_nap_start,D1_nap_end,D1_nonwear1_off,D1_nonwear1_on,D2_date,D2_wakeup,D2_inbed
            123,30/03/2015,09:00:00,22:00:00,11:15:00,11:45:00,13:35:00,14:10:00,31/03/2015,08:30:00,23:15:00
            """)
        #expect(reading.form == .ggirAdvanced && reading.faults.isEmpty && reading.leftOut.isEmpty)
        let nights = reading.nights
        try #require(nights.count == 3)
        #expect(times(nights[0]) == ["–", "–", "–", "2015-03-30T09:00", "–"])
        #expect(times(nights[1]) == ["–", "2015-03-30T22:00", "–", "2015-03-31T08:30", "–"])
        #expect(nights[0].naps.count == 1 && nights[1].notWorn.count == 1)
        #expect(times(nights[2])[1] == "2015-03-31T23:15")
    }

    @Test("pyActigraphy's sleep diary and mask log, and no sleep in the start and stop times of recordings")
    func stretches() throws {
        let reading = read(
            """
            SUBJECT ID,EXAMPLE_01,,

            TYPE,START,END,DURATION (min)
            NAP,1918-01-24 13:00:00,1918-01-24 13:45:00,
            NIGHT,1918-01-24 23:00:00,1918-01-25 07:00:00,
            NOWEAR,1918-01-28 12:00:00,1918-01-28 12:30:00,
            PARTY,1918-01-28 12:00:00,1918-01-28 12:30:00,
            NIGHT,1918-01-25 01:00:00,1918-01-25 08:00:00,
            """)
        #expect(reading.form == .stretches && reading.faults.map(\.line) == [7, 8])
        let nights = reading.nights
        try #require(nights.count == 2)
        #expect(times(nights[0]) == ["–", "–", "1918-01-24T23:00", "1918-01-25T07:00", "–"])
        #expect(nights[0].naps.count == 1 && nights[1].notWorn.count == 1)
        let masks = read("Mask,Start_time,Stop_time,Remarks\nmask_01,1918-02-01 20:42:00,1918-02-01 21:35:00,\n")
        #expect(masks.form == .masks && masks.nights.first.map { "\($0.date)" } == "1918-02-02")
        let spans = read("Subject_id,Start_time,Stop_time\nexample_01,1918-01-24 08:00:00,1918-02-02 08:00:00\n")
        #expect(spans.form == nil && spans.nights.isEmpty && spans.faults[0].reason.contains("recordings"))
    }

    @Test("a study's export with semicolons, dates of days first and full times", .enabled(if: TestData.isAvailable))
    func study() throws {
        let bytes = try TestData.bytes("nights/205_sleepdiary_all_20230904.csv")
        let reading = read(String(decoding: bytes, as: UTF8.self))
        #expect(reading.form == .table && reading.nights.count == 7)
        // The first row says nothing.
        #expect(reading.faults.map(\.line) == [2])
        #expect(
            times(reading.nights[0]) == [
                "2023-08-28T22:37", "2023-08-28T23:20", "2023-08-28T23:35", "2023-08-29T09:37", "2023-08-29T09:37",
            ])
        #expect(reading.nights[4].awakeMinutes == 40 && reading.nights[4].text?.hasPrefix("woke Up") == true)
    }

    @Test("a comma in a question does not cut a file with semicolons, and a mark before a formula is none of its words")
    func separators() throws {
        let reading = read(
            """
            What time did you get into bed?;How many times did you wake up, not counting your final awakening?;What time was \
            your final awakening?;Date;Comments
            23:10;2;06:50;2026-11-20;'=1+1 dreams
            """)
        let night = try #require(reading.nights.first)
        #expect(times(night)[0] == "2026-11-19T23:10" && night.awakenings == 2 && night.text == "=1+1 dreams")
        #expect(reading.faults.isEmpty && reading.leftOut.isEmpty)
    }

    @Test("a quotation mark that is not closed is named, as the rows after it are lost")
    func openQuote() {
        let reading = read("date,awake,text\n2026-11-20,07:00,\"windy\n2026-11-21,07:00,calm\n")
        #expect(reading.faults.contains { $0.line == 2 && $0.reason.contains("not closed") })
    }

    @Test("GGIR's log with time in bed beside lights-out, and years that are far apart")
    func inBed() throws {
        let reading = read(
            "ID,D1_date,D1_inbed,D1_lightsout,D2_date,D2_wakeup,D2_outbed\n1,2026-11-19,22:00,22:30,2026-11-20,07:00,07:20\n"
        )
        let night = try #require(reading.nights.first)
        #expect(
            times(night) == [
                "2026-11-19T22:00", "2026-11-19T22:30", "–", "2026-11-20T07:00", "2026-11-20T07:20",
            ])
        #expect(reading.leftOut.isEmpty && reading.faults.isEmpty)
        for text in [
            "TYPE,START,END\nNIGHT,1700-01-01 23:00,2199-12-31 07:00\nNAP,1700-01-01 23:00,2199-12-31 07:00\n",
            "date,in_bed,awake\n2199-12-31,1700-01-01 07:00,2199-12-31 07:00\n",
            "date,awake\n2262-12-31,07:00\n", "date,awakenings,awake\n2026-01-01,99999999999999999999,07:00\n",
            "date,awake_min,awake\n2026-01-01,99999999999999999999999,07:00\n",
            "date,awake,naps\n2026-01-01,07:00,1700-01-01T07:00/2199-01-01T08:00\n",
        ] { #expect(read(text).nights.allSatisfy { $0.naps.isEmpty } && !read(text).faults.isEmpty, "\(text)") }
    }

    @Test("a file made to be slow is read within seconds")
    func slow() {
        let clock = ContinuousClock()
        for text in [
            String(repeating: "\"\" ", count: 300_000), String(repeating: "date,", count: 200_000),
            "date,awake\n" + String(repeating: "1,1\n", count: 250_000),
            "onset,wakeup\n" + String(repeating: "1,1\n", count: 3900),
            (0..<1000).map { "onset_N\($0),wakeup_N\($0)" }.joined(separator: ",") + "\n"
                + String(repeating: "1,", count: 400_000),
        ] {
            var reading: DiaryReading?
            let seconds = clock.measure { reading = read(text, first: "2199-01-01") }
            #expect(seconds < .seconds(20), "\(text.prefix(20)): \(seconds)")
            #expect(reading.map { $0.faults.count <= 1001 } == true)
        }
    }

    @Test("what is no diary, or damaged, is refused and never traps")
    func damaged() {
        for text in [
            "", "\u{FEFF}", "a,b\n1,2\n", "date,awake\n9999-12-31,07:00\n", "\"",
            "date,awake,zone\n2026-01-01,7:00,Nowhere/Land\n",
        ] {
            let reading = read(text)
            #expect(reading.nights.isEmpty && !reading.faults.isEmpty, "\(text)")
        }
        var random = SystemRandomNumberGenerator()
        let whole = Array(
            "ID,D1_date,D1_wakeup,D1_inbed\n1,2026-01-01,07:00,23:00\ndate,naps,awake\n2026-01-01,\"13:00-14:00\",7:00\n"
                .utf8)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...127, using: &random)
            }
            _ = read(String(decoding: bytes, as: UTF8.self), first: "2026-01-01").nights
        }
    }
}
