"""Hours and days in words: as `core.play.times` has them."""

from core.play.times import day as day
from core.play.times import full_day as full_day
from core.play.times import moment as moment
from core.play.times import short_day as short_day
