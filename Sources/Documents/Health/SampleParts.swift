/// How time is cut to sum samples up: on the wall clock of a zone.
public enum SampleParts: String, Word {
    /// Not at all.
    case all
    /// At the first of each month.
    case month
    /// On Mondays.
    case week
    /// At midnight; a day has 23 to 25 hours where the clock changes.
    case day
    /// At each hour on the wall.
    case hour
    /// At each minute.
    case minute
}
