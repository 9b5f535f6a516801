import Documents

extension DailyInsightDocument {
    /// Takes over what the day came to.
    mutating func take(_ day: SummaryDocument) {
        sleep.hours = day.sleepHours.map { min(24, max(0, $0)) }
        sleep.efficiency = day.sleepEfficiency.map { (min(100, max(0, $0)) * 10).rounded() / 1000 }
        (activity.steps, activity.minutes, activity.energy) = (day.steps, day.activeMinutes, day.activeEnergy)
        (heart.resting, heart.average, heart.variability) = (
            day.restingHeartRate, day.averageHeartRate, day.variability
        )
        methods = day.methods
        reasons.merge(day.reasons) { own, _ in own }
    }
}
