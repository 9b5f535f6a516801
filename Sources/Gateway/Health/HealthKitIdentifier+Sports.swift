extension HealthKitIdentifier {
    /// A sport in our spelling, such as `running` for `HKWorkoutActivityTypeRunning`; nil for what names a workout and no sport.
    static func sport(_ text: String) -> String? {
        if let number = Double(text) { return sport(number) }
        let word = plain(text)
        return ["", "workout", "workout_type_identifier", "workout_type", "workouts"].contains(word) ? nil : word
    }

    /// The sport that HealthKit has this number for; `other` for a number that it has not.
    static func sport(_ number: Double) -> String {
        guard let index = Int(exactly: number), sports.indices.contains(index - 1) else { return "other" }
        return sports[index - 1]
    }

    /// A name without HealthKit's prefixes, as `total_distance` for `HKTotalDistance`.
    static func plain(_ name: String) -> String {
        var rest = name[...]
        for prefix in ["HKWorkoutActivityType", "HKMetadataKey", "HK"]
        where rest.hasPrefix(prefix) && rest != prefix[...] {
            rest = rest.dropFirst(prefix.count)
            break
        }
        return snake(rest)
    }

    /// HealthKit's numbers from 1 on (HKWorkoutActivityType).
    private static let sports = """
        american_football archery australian_football badminton baseball basketball bowling boxing climbing cricket \
        cross_training curling cycling dance dance_inspired_training elliptical equestrian_sports fencing fishing \
        functional_strength_training golf gymnastics handball hiking hockey hunting lacrosse martial_arts mind_and_body \
        mixed_metabolic_cardio_training paddle_sports play preparation_and_recovery racquetball rowing rugby running \
        sailing skating_sports snow_sports soccer softball squash stair_climbing surfing_sports swimming table_tennis \
        tennis track_and_field traditional_strength_training volleyball walking water_fitness water_polo water_sports \
        wrestling yoga barre core_training cross_country_skiing downhill_skiing flexibility \
        high_intensity_interval_training jump_rope kickboxing pilates snowboarding stairs step_training \
        wheelchair_walk_pace wheelchair_run_pace tai_chi mixed_cardio hand_cycling disc_sports fitness_gaming cardio_dance \
        social_dance pickleball cooldown
        """.split(separator: " ").map(String.init)
}
