extension Rhythm {
    /// Why figures are nil, by their names.
    /// - Parameter unscored: why there are no states for the regularity; nil where there are.
    public func reasons(unscored: String? = nil) -> [String: String] {
        let noDay = "there is no whole day from midnight to midnight"
        let flat = days == 0 ? noDay : "the counts do not vary, or too few are known"
        var reasons: [String: String] = [:]
        if interdailyStability == nil {
            reasons["is"] = days == 1 ? "it compares days, and there is one" : flat
        }
        if intradailyVariability == nil { reasons["iv"] = flat }
        if leastMostActive == nil {
            reasons["l5"] = days == 0 ? noDay : "too much of the day is never known"
        } else if leastMostActive?.relativeAmplitude == nil {
            reasons["ra"] = "nothing moved"
        }
        if sleepRegularity == nil {
            reasons["sri"] = unscored ?? "it compares each day with the next and needs two whole ones"
        }
        if cosinor == nil { reasons["cosinor"] = flat }
        if logCosinor == nil { reasons["log_cosinor"] = flat }
        if extendedCosinor == nil { reasons["extended_cosinor"] = flat }
        if restToActivity == nil { reasons["kra"] = "there are bouts of rest of too few lengths" }
        if activityToRest == nil { reasons["kar"] = "there are bouts of activity of too few lengths" }
        if phi == nil { reasons["phi"] = flat }
        if activityFragmentation == nil { reasons["activity_fragmentation"] = days == 0 ? noDay : "nothing moved" }
        return reasons
    }
}

extension Chronotype {
    /// Why there is none where nights are of one kind of day alone.
    public static let missingKind = "it needs a night before a work day and one before a free day"
}
