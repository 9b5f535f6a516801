/// What a column of a diary with a row for each night holds.
enum DiaryColumn: CaseIterable {
    case id, date, zone, inBed, lightsOut, latency, asleep, awakenings, awakeMinutes, awake, gotUp, quality, naps
    case notWorn, text

    /// Headings that name it, as ``plain(_:)`` makes them: those of Nightjar first, then what studies write.
    private var headings: [String] {
        switch self {
        case .id: ["id", "subject", "subject_id", "participant", "participant_id", "record_id", "person"]
        case .date: ["date", "date_of_waking", "wake_date", "diary_date", "today_s_date", "todays_date"]
        case .zone: ["zone", "time_zone", "timezone"]
        case .inBed: ["in_bed", "inbed", "bedtime", "bed_time", "into_bed", "time_in_bed_start", "in_bed_time"]
        case .lightsOut:
            ["lights_out", "lightsout", "lights_off", "tried_to_sleep", "try_to_sleep", "sleep", "sleep_attempt"]
        case .latency: ["latency", "latency_min", "sleep_latency", "sleepdelay", "sleep_delay", "sol", "sol_min"]
        case .asleep: ["asleep", "sleep_onset", "onset", "fell_asleep", "sleep_start", "onset_time"]
        case .awakenings: ["awakenings", "number_of_awakenings", "nwak", "times_awake"]
        case .awakeMinutes: ["awake_min", "awake_duration", "waso", "waso_min", "minutes_awake"]
        case .awake:
            ["awake", "final_awakening", "wakeup", "wake_up", "wake_time", "wakeup_time", "offset", "sleep_end"]
        case .gotUp:
            ["got_up", "out_of_bed", "out_ofbed", "outbed", "rise_time", "get_up", "got_out_of_bed", "out_bed_time"]
        case .quality: ["quality", "sleep_quality", "sleepquality"]
        case .naps: ["naps"]
        case .notWorn: ["not_worn", "nonwear", "non_wear"]
        case .text: ["text", "comments", "comment", "notes", "note", "remarks"]
        }
    }

    /// Words of the questions of the Consensus Sleep Diary (Carney 2012), by which longer headings are known.
    private var questions: [String] {
        switch self {
        case .inBed: ["get_into_bed"]
        case .lightsOut: ["try_to_go_to_sleep", "tried_to_go_to_sleep"]
        case .latency: ["take_you_to_fall_asleep"]
        case .awakenings: ["times_did_you_wake_up"]
        case .awakeMinutes: ["did_these_awakenings_last"]
        case .awake: ["your_final_awakening"]
        case .gotUp: ["get_out_of_bed"]
        case .quality: ["quality_of_your_sleep"]
        case .text: ["comments"]
        default: []
        }
    }

    /// The column of a heading; nil for one that is none.
    init?(_ heading: String) {
        let name = Self.plain(heading)
        guard
            let column = Self.allCases.first(where: { $0.headings.contains(name) })
                ?? Self.allCases.first(where: { $0.questions.contains { name.contains($0) } })
        else { return nil }
        self = column
    }

    /// A heading in small letters with one `_` for whatever else is between them.
    static func plain(_ heading: String) -> String {
        var name = ""
        for character in heading.lowercased() {
            if character.isLetter || character.isNumber {
                name.append(character)
            } else if !name.isEmpty, name.last != "_" {
                name.append("_")
            }
        }
        return name.last == "_" ? String(name.dropLast()) : name
    }
}
